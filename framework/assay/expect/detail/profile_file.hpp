#pragma once

#include <assay/expect/detail/data_profile.hpp>
#include <assay/expect/detail/structure.hpp>

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace assay::expect::detail {

/// Whether the first character of a file that is no blank opens a JSON object; false for what cannot be opened.
[[nodiscard]] bool is_json(const std::filesystem::path& file);

/// Whether a file holds a profile and no data: JSON, told by its first character, or HDF5 with the attribute
/// `format` = "assay-profile". False for what cannot be opened.
[[nodiscard]] bool is_profile(const std::filesystem::path& file, const OnRead& on_read);

/// Reads a stored profile, or one sentence that names the file and says what is wrong.
[[nodiscard]] tl::expected<DataProfile, std::string> read_profile(const std::filesystem::path& file,
                                                                  const OnRead& on_read);

/// Stores a profile, whole or not at all: as HDF5 where the name ends in `.h5` or `.hdf5` (the JSON text in
/// `/profile`), else as JSON. @throws base::InfrastructureError that names the file and the cause.
void write_profile(const DataProfile& profile, const std::filesystem::path& file);

}  // namespace assay::expect::detail
