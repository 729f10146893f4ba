#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace assay::hdf5::detail {

/// The file that another file names (external link, virtual dataset, external raw data), looked for as HDF5 does:
/// as it stands when absolute, beside the naming file (also beside what a symbolic link to it leads to), and last from
/// the current folder. None when there is no regular file under any of them.
[[nodiscard]] std::optional<std::filesystem::path> neighbour_file(const std::filesystem::path& naming_file,
                                                                  const std::string& name);

}  // namespace assay::hdf5::detail
