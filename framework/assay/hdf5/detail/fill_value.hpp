#pragma once

#include <assay/hdf5/detail/row_format.hpp>

#include <hdf5.h>
#include <tl/expected.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace assay::hdf5::detail {

struct FillValue {
  /// One decoded element; of text of variable length its bytes. None when the file defines no value: undefined, never
  /// written on allocation (fill time "never"), or an array type's parts differ.
  std::optional<std::vector<std::byte>> element;
  std::vector<std::byte> stored_element;  ///< as RowFormat::fill
};

/// Reads the fill value from a creation property list. The error is HDF5's.
[[nodiscard]] tl::expected<FillValue, std::string> read_fill_value(hid_t creation, hid_t memory_type,
                                                                   const RowFormat& format, const ElementType& type);

}  // namespace assay::hdf5::detail
