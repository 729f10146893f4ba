#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace assay::train::detail {

/// 64-bit hash of bytes; equal bytes give equal hashes in one process.
[[nodiscard]] std::uint64_t hash_of(std::span<const std::byte> bytes, std::uint64_t start = 0) noexcept;

/// One column of a batch: `rows` rows of equal size.
struct Column {
  std::span<const std::byte> bytes;
};

/// A hash a sample: over its row in every column, so that a label that moves to another sample changes it. Each column
/// holds a multiple of `rows` bytes.
[[nodiscard]] std::vector<std::uint64_t> sample_hashes(std::span<const Column> columns, std::size_t rows);

/// Same for the same samples in another order; counts repeated ones.
[[nodiscard]] std::uint64_t order_free_hash(std::span<const std::uint64_t> samples) noexcept;

/// Rows of a column that equal an earlier row to the byte, each with the first such row; in order.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> repeated_rows(Column column, std::size_t rows);

}  // namespace assay::train::detail
