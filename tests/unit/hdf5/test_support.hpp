#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay::hdf5::tests {

/// A folder of one test's own, gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

struct Outcome {
  int exit_code = -1;  ///< 128 + signal when one ended the program
  std::string output;  ///< of stdout and stderr
};

/// Runs a program with arguments through the shell's quoting; `prefix` stands before it (`ulimit -f 1;`, `X=1`).
[[nodiscard]] Outcome run(const std::vector<std::string>& words, const std::string& prefix = "");

/// Runs a script of this folder with the Python that has h5py.
[[nodiscard]] Outcome run_script(const std::string& script, const std::vector<std::string>& arguments);

/// The folder that `make_files.py` filled, made once for the test program.
/// @throws std::runtime_error with the script's output when it fails (no h5py): a test must not pass without it.
[[nodiscard]] const std::filesystem::path& made_files();

/// The content of a file. @throws std::runtime_error
[[nodiscard]] std::string read_bytes(const std::filesystem::path& path);

}  // namespace assay::hdf5::tests
