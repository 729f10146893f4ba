#pragma once

#include <assay/base/error.hpp>

#include <filesystem>
#include <optional>
#include <vector>

namespace assay::suite::detail {

/// The suites at and below a folder.
struct FoundSuites {
  std::vector<std::filesystem::path> files;  ///< sorted
  std::vector<base::Mistake> mistakes;       ///< folders that cannot be looked into
};

/// Every `suite.toml` at or below the folder. Hidden folders, build trees (those with a CMakeCache.txt) and links are
/// skipped; the folder itself is looked into whatever it is.
[[nodiscard]] FoundSuites find_suites(const std::filesystem::path& folder);

/// The `assay.toml` in this folder or the nearest above, up to one that holds `.git` or the root of the file system.
[[nodiscard]] std::optional<std::filesystem::path> find_project_file(const std::filesystem::path& folder);

}  // namespace assay::suite::detail
