#pragma once

#include <assay/base/error.hpp>
#include <assay/config/node.hpp>
#include <assay/config/table_type.hpp>
#include <assay/suite/detail/case_grammar.hpp>
#include <assay/suite/project.hpp>

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace assay::suite::detail {

/// A suite with all that is wrong with its file.
struct ReadSuite {
  Suite suite;
  base::Place name_place;  ///< of the name, or the file when the name comes from the folder
  std::vector<base::Mistake> mistakes;
};

/// Reads `suite.toml` against the tiers of its project. Data files are not looked at, but for whether a name that is
/// not declared may be a file.
[[nodiscard]] ReadSuite read_suite(const std::filesystem::path& file, std::span<const Tier> tiers);

/// What stands at the top of a suite file; cases are kept as they are until the defaults are known.
struct SuiteFile {
  std::string name;
  config::Position name_position;
  std::string owner;
  std::vector<std::string> paths;
  std::vector<std::pair<std::string, const config::Node*>> data;
  std::map<Kind, const config::Node*> defaults;
  std::vector<std::pair<const KindGrammar*, const config::Node*>> kinds;
};

/// The description of a whole suite file.
[[nodiscard]] config::Table<SuiteFile> suite_file_table();

}  // namespace assay::suite::detail
