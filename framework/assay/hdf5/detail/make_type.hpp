#pragma once

#include <assay/hdf5/detail/id.hpp>
#include <assay/hdf5/element_type.hpp>

namespace assay::hdf5::detail {

/// The little-endian file type for numbers, bool, enum and fixed-size text.
/// @throws base::InternalError for any other type, base::InfrastructureError when HDF5 fails.
[[nodiscard]] Id make_type(const ElementType& type);

}  // namespace assay::hdf5::detail
