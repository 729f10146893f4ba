#include "suite_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace assay::suite {
namespace {

namespace fs = std::filesystem;

/// Suites of the acceptance cases whose mistake only data, the environment or another file shows.
bool is_right_in_itself(const std::string& name) {
  static const std::vector<std::string> kNames = {"T15_missing_file",   "T16_empty_glob",      "T17_unset_variable",
                                                  "T25_nothing_to_run", "T27_other_tier_only", "T28_folder",
                                                  "T35_mean_of_text"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end() ||
         !(name.starts_with('T') || name.starts_with("toml_")) || name == "toml_unset_variable";
}

/// Places and words that the case asks for.
void expect_all_said(const fs::path& expected, const base::UserError& error) {
  std::ifstream file(expected);
  const auto json = nlohmann::json::parse(file, nullptr, false);
  ASSERT_TRUE(json.is_object()) << expected;
  std::string said;
  for (const auto& mistake : error.mistakes()) {
    said += mistake.to_text() + "\n";
  }
  for (const auto& part : json.value("stderr_contains", std::vector<std::string>())) {
    EXPECT_THAT(said, testing::HasSubstr(part)) << expected;
  }
}

TEST(AcceptanceCases, LoadUnlessTheyHaveAMistake) {
  const char* corpus = std::getenv("ASSAY_CORPUS");
  if (corpus == nullptr || !fs::is_directory(fs::path(corpus) / "cases")) {
    GTEST_SKIP() << "no acceptance cases here";
  }
  int seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(corpus) / "cases")) {
    if (entry.path().filename() != "suite.toml") {
      continue;
    }
    ++seen;
    const auto& file = entry.path();
    const std::string name = file.parent_path().filename().string();
    try {
      (void)load_suite(file, default_tiers());
      EXPECT_TRUE(is_right_in_itself(name)) << file << " has no mistake";
    } catch (const base::UserError& error) {
      EXPECT_FALSE(is_right_in_itself(name)) << error.what();
      expect_all_said(file.parent_path() / "expected.json", error);
    }
  }
  EXPECT_GT(seen, 0);
}

}  // namespace
}  // namespace assay::suite
