#pragma once

#include <filesystem>
#include <string>

namespace assay::tools {

/// Where one run keeps its event logs and its workers' output: a folder of the user's, which stays, or a temporary one.
class RunFolder {
 public:
  /// @param wanted the user's folder, made when missing; empty: a temporary one, removed with the object.
  /// @throws base::InfrastructureError when it cannot be made.
  [[nodiscard]] static RunFolder make(const std::filesystem::path& wanted);
  ~RunFolder();
  RunFolder(RunFolder&& other) noexcept;
  RunFolder& operator=(RunFolder&&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// Name of the run: its time in UTC and eight random digits.
  [[nodiscard]] const std::string& run() const noexcept { return run_; }

  /// Copies the joined event log into a history folder as `<run>.jsonl`.
  /// @throws base::InfrastructureError when it cannot be written.
  void keep_events(const std::filesystem::path& history) const;

 private:
  RunFolder(std::filesystem::path path, bool temporary);

  std::filesystem::path path_;
  std::string run_;
  bool temporary_;
};

/// Makes the folder `.assay` of a project when it is not there, with a `.gitignore` in it: what Assay keeps there is
/// nobody's to commit. @throws base::InfrastructureError
void make_state_folder(const std::filesystem::path& folder);

}  // namespace assay::tools
