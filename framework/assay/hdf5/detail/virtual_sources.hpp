#pragma once

#include <assay/hdf5/detail/origin.hpp>

#include <hdf5.h>

#include <filesystem>
#include <optional>
#include <string>

namespace assay::hdf5::detail {

/// True when every external raw data file with a relative name stands beside the HDF5 file (HDF5 itself would only look
/// in the current folder).
[[nodiscard]] bool names_files_beside(hid_t creation, const std::filesystem::path& file);

/// Why not all external raw data are there: a file is missing or too short (HDF5 would read zeros); none when all are.
[[nodiscard]] std::optional<std::string> missing_external_data(hid_t creation, const std::filesystem::path& file,
                                                               std::uint64_t bytes);

/// Why not all sources of a virtual dataset are there (HDF5 would read fill values); none when all are. Sources whose
/// names are patterns are as many as there are files, so they are never missing.
[[nodiscard]] std::optional<std::string> missing_virtual_source(hid_t file, hid_t creation,
                                                                const std::filesystem::path& path);

}  // namespace assay::hdf5::detail
