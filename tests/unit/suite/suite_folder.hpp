#pragma once

#include <assay/base/error.hpp>
#include <assay/suite/load.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace assay::suite {

/// A folder of its own for one test, with the files written into it; gone with the object.
class SuiteFolder {
 public:
  SuiteFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "assay_suite_XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw std::runtime_error("mkdtemp failed");
    }
    path_ = std::filesystem::canonical(pattern);
  }
  ~SuiteFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  SuiteFolder(const SuiteFolder&) = delete;
  SuiteFolder& operator=(const SuiteFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Writes a file, with the folders that it needs.
  std::filesystem::path write(const std::string& name, std::string_view content) const {
    const auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file;
  }

 private:
  std::filesystem::path path_;
};

/// The mistakes of a suite file of this text, each as `line:column: message`; empty when it loads.
inline std::vector<std::string> mistakes_of(std::string_view text) {
  const SuiteFolder folder;
  const auto file = folder.write("suite.toml", text);
  std::vector<std::string> mistakes;
  try {
    (void)load_suite(file, default_tiers());
  } catch (const base::UserError& error) {
    for (const auto& mistake : error.mistakes()) {
      EXPECT_EQ(std::filesystem::path(mistake.place.file).filename(), "suite.toml");
      mistakes.push_back(std::to_string(mistake.place.line) + ":" + std::to_string(mistake.place.column) + ": " +
                         mistake.message);
    }
  }
  return mistakes;
}

/// A suite of this text. Fails the test when it does not load.
inline Suite loaded(std::string_view text) {
  const SuiteFolder folder;
  const auto file = folder.write("suite.toml", text);
  try {
    return load_suite(file, default_tiers());
  } catch (const base::UserError& error) {
    ADD_FAILURE() << error.what();
    return {};
  }
}

/// The mistakes of one case `expect.a` with this line as its check: what stands on line 4 of the file.
inline std::vector<std::string> mistakes_of_check(const std::string& line) {
  return mistakes_of("[expect.a]\ndata = 'd.h5'\ndataset = 'x'\n" + line + "\n");
}

/// The one check of a case with this line.
inline Check check_of(const std::string& line) {
  const Suite suite = loaded("[expect.a]\ndata = 'd.h5'\ndataset = 'x'\n" + line + "\n");
  if (suite.cases.size() != 1) {
    return {};
  }
  const auto& body = std::get<ExpectCase>(suite.cases[0].body);
  EXPECT_EQ(body.checks.size(), 1U) << line;
  return body.checks.empty() ? Check{} : body.checks[0];
}

}  // namespace assay::suite
