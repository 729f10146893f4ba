#pragma once

#include <filesystem>
#include <string>

namespace assay::tools {

/// The commit that the folder's repository stands at, as `git` says, with `+` behind it when tracked files differ from
/// it. Empty without git or a repository.
[[nodiscard]] std::string commit_of(const std::filesystem::path& folder);

}  // namespace assay::tools
