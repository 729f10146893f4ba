#pragma once

#include <assay/hdf5/detail/id.hpp>
#include <assay/hdf5/problem.hpp>

#include <tl/expected.hpp>

#include <filesystem>

namespace assay::hdf5::detail {

/// Opens a regular file for reading; explains what HDF5 does not: not HDF5 at all, a folder, no permission, a lock.
[[nodiscard]] tl::expected<Id, Problem> open_file(const std::filesystem::path& path);

}  // namespace assay::hdf5::detail
