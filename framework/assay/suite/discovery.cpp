#include <assay/suite/detail/discovery.hpp>
#include <assay/suite/detail/paths.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace assay::suite::detail {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool is_skipped(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with('.') || is_there(folder / "CMakeCache.txt");
}

}  // namespace

FoundSuites find_suites(const fs::path& start) {
  FoundSuites found;
  std::vector<fs::path> folders = {start};
  while (!folders.empty()) {
    const fs::path folder = std::move(folders.back());
    folders.pop_back();
    std::error_code error;
    fs::directory_iterator entries(folder, error);
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
      std::error_code ignored;
      const fs::file_status status = entries->symlink_status(ignored);
      const fs::path& path = entries->path();
      if (fs::is_directory(status) && !is_skipped(path)) {
        folders.push_back(path);
      } else if (fs::is_regular_file(status) && path.filename() == "suite.toml") {
        found.files.push_back(path);
      }
    }
    if (error) {
      found.mistakes.push_back({{shown_path(folder), 0, 0},
                                fmt::format("cannot be searched for suites: {}; make it readable, or list the suites "
                                            "in assay.toml",
                                            error.message())});
    }
  }
  std::sort(found.files.begin(), found.files.end());
  return found;
}

std::optional<fs::path> find_project_file(const fs::path& start) {
  for (fs::path folder = start;; folder = folder.parent_path()) {
    if (is_there(folder / "assay.toml")) {
      return folder / "assay.toml";
    }
    if (is_there(folder / ".git") || folder == folder.parent_path()) {
      return std::nullopt;
    }
  }
}

}  // namespace assay::suite::detail
