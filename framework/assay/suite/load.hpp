#pragma once

#include <assay/base/error.hpp>
#include <assay/suite/project.hpp>
#include <assay/suite/suite.hpp>

#include <tl/expected.hpp>

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace assay::suite {

/// Reads the project at `path`: a folder, or a suite file itself. `assay.toml` is looked for in the folder and above,
/// up to one that holds `.git` or the root of the file system. The suites are those that its `[[suite]]` tables list
/// and that lie at or below the path; when there is none, every `suite.toml` at or below the path, without hidden
/// folders, build trees (with a CMakeCache.txt) and links. A folder without suites gives a project without suites.
/// @throws base::UserError with all mistakes of all files, also two suites of one name and a path that is not there.
[[nodiscard]] Project load_project(const std::filesystem::path& path);

/// Reads one suite file by itself, against these tiers.
/// @throws base::UserError with all its mistakes.
[[nodiscard]] Suite load_suite(const std::filesystem::path& file, std::span<const Tier> tiers);

/// The tiers of a project without assay.toml: `pr` (10 min), `scheduled`, `nightly`.
[[nodiscard]] std::vector<Tier> default_tiers();

/// Files of the data that cases name, by the name they use (an entry of `[data]` or a file): absolute, sorted, never
/// empty.
using DataFiles = std::map<std::string, std::vector<std::filesystem::path>>;

/// Expands `${NAME}`, globs and relative paths of all data that these cases of the suite name, and looks whether each
/// is a readable file. HDF5 is not opened. Mistakes: an unset variable, no such file, a folder, no permission, a glob
/// without a match.
[[nodiscard]] tl::expected<DataFiles, std::vector<base::Mistake>> resolve_data(const Suite& suite,
                                                                               std::span<const Case* const> cases);

/// JSON Schema (draft 2020-12) of `suite.toml` and of `assay.toml`, from the description that parses them.
[[nodiscard]] std::string suite_schema();
[[nodiscard]] std::string project_schema();

}  // namespace assay::suite
