#pragma once

#include <filesystem>

namespace assay::datasets {

/// Where Debian's package `dataset-fashion-mnist` puts the IDX files.
[[nodiscard]] std::filesystem::path debian_folder();

/// True when the file was made by this version of the builder from these inputs and no byte of it changed since.
[[nodiscard]] bool is_current(const std::filesystem::path& output);

/// Makes the HDF5 file from the IDX files in `source`; the output appears whole or not at all.
/// @throws std::runtime_error when an input is not what was published, base::InfrastructureError when the output cannot
/// be written.
void build(const std::filesystem::path& source, const std::filesystem::path& output);

}  // namespace assay::datasets
