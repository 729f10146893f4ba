#pragma once

#include <assay/hdf5/element_type.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::examples::detail {

/// True for integers, truth values and enums of 1 to 8 bytes that can be read.
[[nodiscard]] bool is_whole(const hdf5::ElementType& type) noexcept;
/// True for float16, bfloat16, float32 and float64 that can be read.
[[nodiscard]] bool is_floating(const hdf5::ElementType& type) noexcept;

/// Appends decoded elements of a whole type; uint64 beyond int64 becomes the largest int64, which is no index of ours.
void append_integers(const hdf5::ElementType& type, std::span<const std::byte> bytes, std::vector<std::int64_t>& to);
/// Appends decoded elements of a floating type, exactly.
void append_doubles(const hdf5::ElementType& type, std::span<const std::byte> bytes, std::vector<double>& to);

}  // namespace assay::examples::detail
