#pragma once

#include <assay/base/error.hpp>
#include <assay/config/table_type.hpp>
#include <assay/suite/project.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace assay::suite::detail {

/// A suite that `assay.toml` lists.
struct ListedSuite {
  std::string path;  ///< as written
  base::Place place;
};

/// `assay.toml` as it was read, with all that is wrong with it.
struct ReadProject {
  Project project;  ///< without suites; with the default tiers when the file has none
  std::vector<ListedSuite> listed;
  std::vector<base::Mistake> mistakes;
};

[[nodiscard]] ReadProject read_project(const std::filesystem::path& file);

/// The description of a whole project file.
[[nodiscard]] config::Table<ReadProject> project_file_table();

}  // namespace assay::suite::detail
