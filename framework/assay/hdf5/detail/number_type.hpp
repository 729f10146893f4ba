#pragma once

#include <assay/hdf5/detail/stored_type.hpp>

namespace assay::hdf5::detail {

// The parts of `describe_type` that are about numbers; each takes a type of its class.
[[nodiscard]] StoredType describe_integer(hid_t type);
[[nodiscard]] StoredType describe_float(hid_t type);
/// Also recognises h5py's bool.
[[nodiscard]] StoredType describe_enum(hid_t type);

}  // namespace assay::hdf5::detail
