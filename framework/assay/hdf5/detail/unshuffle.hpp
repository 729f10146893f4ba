#pragma once

#include <cstddef>
#include <span>

namespace assay::hdf5::detail {

/// Undoes HDF5's shuffle: the first bytes of all elements stand first, then the second ones, and so on; bytes behind
/// the last whole element stand as they are. `target` has room for as many bytes as `shuffled` and does not overlap it.
void unshuffle(std::span<const std::byte> shuffled, std::size_t element_size, std::byte* target) noexcept;

}  // namespace assay::hdf5::detail
