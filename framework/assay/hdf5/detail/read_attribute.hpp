#pragma once

#include <assay/base/scalar.hpp>

#include <hdf5.h>

#include <optional>
#include <string>

namespace assay::hdf5::detail {

/// An attribute of one text, number or truth value; none when it is not there, of another shape or not read exactly.
[[nodiscard]] std::optional<base::Scalar> read_attribute(hid_t object, const std::string& name);

}  // namespace assay::hdf5::detail
