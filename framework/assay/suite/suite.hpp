#pragma once

#include <assay/base/place.hpp>
#include <assay/suite/case.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace assay::suite {

/// One entry of `[data]`: a file or a glob of shards, as written.
struct DataSource {
  std::string name;
  std::string pattern;
  base::Place place;
};

/// Where a key names data: an entry of `[data]`, or a file.
struct DataMention {
  std::string name;
  base::Place place;
};

/// One `suite.toml`, checked and typed; data files are not looked at.
struct Suite {
  std::string name;
  std::filesystem::path file;    ///< absolute path of the suite file
  std::filesystem::path folder;  ///< the folder that relative paths start from
  std::string owner;
  std::vector<std::string> paths;
  std::vector<DataSource> data;
  std::vector<DataMention> data_mentions;  ///< in the order of reading
  std::vector<Case> cases;                 ///< in the order of the file, without `[test.*]`
  std::vector<Case> test_options;          ///< the `[test."glob"]` tables, in the order of the file

  /// `suite.kind.name`.
  [[nodiscard]] std::string full_name(const Case& item) const;
};

}  // namespace assay::suite
