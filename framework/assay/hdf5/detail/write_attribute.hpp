#pragma once

#include <assay/base/scalar.hpp>
#include <assay/hdf5/detail/id.hpp>

#include <string>

namespace assay::hdf5::detail {

/// Sets a scalar attribute of an open object; false when HDF5 fails. Text is UTF-8 of variable length, truth values are
/// written as h5py does. @throws base::InternalError for "none" and for text with a null character.
[[nodiscard]] bool write_attribute(hid_t object, const std::string& name, const base::Scalar& value);

/// UTF-8 of variable length. @throws base::InfrastructureError
[[nodiscard]] Id variable_text_type();

}  // namespace assay::hdf5::detail
