#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay::examples::tests {

/// A folder of one test's own, gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

struct Ended {
  int exit_code = -1;  ///< 128 + signal when one ended the program
  std::string output;  ///< of stdout and stderr
};

/// Runs a program with arguments, none of which is touched by the shell.
[[nodiscard]] Ended run_program(const std::vector<std::string>& words);

/// Runs a script of this folder with the Python that has h5py. @throws std::runtime_error with its output when it fails
[[nodiscard]] std::string run_script(const std::string& script, const std::vector<std::string>& arguments);

}  // namespace assay::examples::tests
