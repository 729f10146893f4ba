#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay::run::detail {

/// What a build tree says of one suite with C++: `assay/suites/<suite>.json` in it.
struct Registration {
  std::string suite;
  std::filesystem::path file;
  std::filesystem::path program;
};

/// Everything that a build tree registers, sorted by name; a relative path starts at the build tree.
/// @throws base::InfrastructureError for a registration that cannot be read.
[[nodiscard]] std::vector<Registration> read_registrations(const std::filesystem::path& build);

/// The folders at most three below the root (and the root itself) that register suites, sorted. Links are not
/// followed, and nothing is looked for in hidden folders or inside a build tree.
[[nodiscard]] std::vector<std::filesystem::path> find_build_trees(const std::filesystem::path& root);

}  // namespace assay::run::detail
