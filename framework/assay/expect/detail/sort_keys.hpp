#pragma once

#include <assay/expect/detail/large_memory.hpp>
#include <assay/expect/detail/wide_integer.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::expect::detail {

/// Sorts unsigned keys upwards, on the threads of the task arena that it is called in. Keys are dealt out to buckets by
/// their highest bits that differ, then each bucket is sorted digit by digit from the lowest (radix sort); few or very
/// wide keys by comparison. @param scratch gets as large as the keys.
void sort_keys(LargeList<std::uint32_t>& keys, LargeList<std::uint32_t>& scratch);
void sort_keys(LargeList<std::uint64_t>& keys, LargeList<std::uint64_t>& scratch);
void sort_keys(LargeList<Unsigned128>& keys, LargeList<Unsigned128>& scratch);

/// The keys that stand at these ranks (from 0, rising, below the number of keys) once they were sorted, found without
/// sorting them all: only the buckets that hold a rank are.
[[nodiscard]] std::vector<std::uint32_t> keys_at(std::span<const std::uint32_t> keys,
                                                 std::span<const std::uint64_t> ranks);
[[nodiscard]] std::vector<std::uint64_t> keys_at(std::span<const std::uint64_t> keys,
                                                 std::span<const std::uint64_t> ranks);

}  // namespace assay::expect::detail
