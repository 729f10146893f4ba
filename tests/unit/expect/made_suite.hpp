#pragma once

#include <assay/base/check_result.hpp>
#include <assay/expect/evaluation.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace assay::expect::tests {

/// A folder of one test's own, gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

/// Runs a script of this folder with the Python that has h5py.
/// @throws std::runtime_error with the script's output when it fails: a test must not pass without its data.
void run_script(const std::string& script, const std::vector<std::string>& arguments);

/// Runs Python code with h5py as `h5py`, numpy as `np` and the folder as `d` (a pathlib.Path).
void make_data(const std::filesystem::path& folder, const std::string& code);

/// The cases of a suite file and the requests they make.
struct MadeSuite {
  std::vector<std::string> names;
  std::vector<Request> requests;
};

/// Loads `folder/suite.toml`.
[[nodiscard]] MadeSuite load_made_suite(const std::filesystem::path& folder);

/// Writes the text as `folder/suite.toml` and loads it.
[[nodiscard]] MadeSuite write_suite(const std::filesystem::path& folder, const std::string& toml);

/// All results, a case each.
[[nodiscard]] std::vector<std::vector<base::CheckResult>> evaluate(const MadeSuite& suite,
                                                                   EvaluationOptions options = {});

/// The result of `case/check` of a suite. @throws std::runtime_error when there is none.
[[nodiscard]] base::CheckResult result_of(const MadeSuite& suite, const std::string& name,
                                          EvaluationOptions options = {});

/// The metric's value; none when it is not there.
[[nodiscard]] base::Scalar metric(const base::CheckResult& result, const std::string& name);

}  // namespace assay::expect::tests
