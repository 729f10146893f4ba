#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::hdf5::detail {

/// HDF5's Fletcher-32: sums modulo 65535 over big-endian 16-bit words, a last odd byte counting as a high one
/// (HDF5 file format specification; J. G. Fletcher, IEEE Transactions on Communications 30(1), 1982).
[[nodiscard]] std::uint32_t fletcher32(std::span<const std::byte> bytes) noexcept;

/// True when the stored checksum is that of the bytes. HDF5 before 1.6.3 swapped the bytes of each half; that is
/// accepted too, as HDF5 itself does.
[[nodiscard]] bool fletcher32_matches(std::span<const std::byte> bytes, std::uint32_t stored) noexcept;

}  // namespace assay::hdf5::detail
