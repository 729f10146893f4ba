#include <assay/suite/detail/data_names.hpp>
#include <assay/suite/detail/paths.hpp>
#include <assay/suite/load.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fcntl.h>
#include <glob.h>
#include <system_error>
#include <unistd.h>

namespace assay::suite {
namespace {

namespace fs = std::filesystem;
using Files = std::vector<fs::path>;
using Expected = tl::expected<Files, std::string>;

/// Owns what glob(3) found.
class GlobResult {
 public:
  explicit GlobResult(const std::string& pattern) : status_(glob(pattern.c_str(), 0, nullptr, &found_)) {}
  ~GlobResult() { globfree(&found_); }
  GlobResult(const GlobResult&) = delete;
  GlobResult& operator=(const GlobResult&) = delete;

  [[nodiscard]] bool out_of_memory() const noexcept { return status_ == GLOB_NOSPACE; }
  [[nodiscard]] Files files() const {
    return status_ == 0 ? Files(found_.gl_pathv, found_.gl_pathv + found_.gl_pathc) : Files();
  }

 private:
  glob_t found_{};
  int status_;
};

/// Why this is no readable file; empty when it is one.
std::string fault_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const std::string shown = detail::shown_path(path);
  if (status.type() == fs::file_type::not_found) {
    return fmt::format("there is no file {}", shown);
  }
  if (status.type() == fs::file_type::none) {
    return fmt::format("{}: {}", shown, error.message());
  }
  if (fs::is_directory(status)) {
    return fmt::format("{} is a folder, and a file is expected", shown);
  }
  if (!fs::is_regular_file(status)) {
    return fmt::format("{} is not a regular file", shown);
  }
  if (faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) != 0) {
    return fmt::format("{} may not be read: {}", shown, std::error_code(errno, std::generic_category()).message());
  }
  return "";
}

Expected files_of(const std::string& pattern, const fs::path& folder) {
  const auto expanded = detail::expand_variables(pattern);
  if (!expanded) {
    return tl::unexpected(expanded.error());
  }
  const fs::path path = detail::absolute_path(folder / *expanded);
  Files files = {path};
  std::error_code ignored;
  if (expanded->find_first_of("*?[") != std::string::npos && !fs::exists(path, ignored)) {
    const GlobResult found(path.string());
    if (found.out_of_memory()) {
      return tl::unexpected(std::string("the glob matches more files than there is memory for"));
    }
    files = found.files();
    std::sort(files.begin(), files.end());
    if (files.empty()) {
      return tl::unexpected(fmt::format("the glob {} matches no file", detail::shown_path(path)));
    }
  }
  for (const fs::path& file : files) {
    if (std::string fault = fault_of(file); !fault.empty()) {
      return tl::unexpected(std::move(fault));
    }
  }
  return files;
}

/// Of the keys that name this data the first in the case of this place or behind it; else the one of the defaults.
base::Place place_of_use(const Suite& suite, const detail::DataUse& use) {
  const base::Place* any = nullptr;
  for (const DataMention& mention : suite.data_mentions) {
    if (mention.name == use.name) {
      if (mention.place.line >= use.place.line) return mention.place;
      any = &mention.place;
    }
  }
  return any == nullptr ? use.place : *any;
}

}  // namespace

tl::expected<DataFiles, std::vector<base::Mistake>> resolve_data(const Suite& suite,
                                                                 std::span<const Case* const> cases) {
  DataFiles resolved;
  std::vector<base::Mistake> mistakes;
  for (const detail::DataUse& use : detail::data_names(cases)) {
    const auto source = std::find_if(suite.data.begin(), suite.data.end(),
                                     [&](const DataSource& entry) { return entry.name == use.name; });
    const bool declared = source != suite.data.end();
    auto files = files_of(declared ? source->pattern : use.name, suite.folder);
    if (files) {
      resolved.emplace(use.name, std::move(*files));
    } else {
      mistakes.push_back({declared ? source->place : place_of_use(suite, use),
                          declared ? fmt::format("`data.{}`: {}", use.name, files.error()) : files.error()});
    }
  }
  if (!mistakes.empty()) {
    return tl::unexpected(std::move(mistakes));
  }
  return resolved;
}

}  // namespace assay::suite
