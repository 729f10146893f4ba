#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace assay::hdf5 {

/// A sealed file begins with an HDF5 user block of this size: the line `assay-seal 1`, a line with the SHA-256 of all
/// bytes after it in 64 hexadecimal digits, and a line with a label; zeros fill the rest.
constexpr std::size_t kSealBytes = 512;

/// The label of a sealed file whose bytes, label included, are still those that were sealed; none when the file is not
/// there, not sealed or changed. Reads the whole file, without HDF5.
[[nodiscard]] std::optional<std::string> intact_seal(const std::filesystem::path& path);

}  // namespace assay::hdf5
