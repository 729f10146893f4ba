#include <assay/suite/detail/discovery.hpp>
#include <assay/suite/detail/paths.hpp>
#include <assay/suite/detail/project_file.hpp>
#include <assay/suite/detail/suite_file.hpp>
#include <assay/suite/load.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace assay::suite {
namespace {

namespace fs = std::filesystem;
using detail::absolute_path;
using detail::shown_path;
using std::chrono_literals::operator""min;

using Mistakes = std::vector<base::Mistake>;

void append(Mistakes& all, const Mistakes& more) { all.insert(all.end(), more.begin(), more.end()); }

/// What is asked for: a folder, or one suite file.
struct Request {
  fs::path folder;
  std::optional<fs::path> file;
};

Request request_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    throw base::UserError(fmt::format("{}: no such file or folder", shown_path(path)));
  }
  if (status.type() == fs::file_type::none || status.type() == fs::file_type::unknown) {
    throw base::UserError(fmt::format("{}: {}", shown_path(path), error.message()));
  }
  const fs::path absolute = absolute_path(path);
  if (fs::is_directory(status)) {
    return {absolute, std::nullopt};
  }
  if (!fs::is_regular_file(status)) {
    throw base::UserError(fmt::format("{}: neither a folder nor a suite file", shown_path(path)));
  }
  return {absolute.parent_path(),
          absolute.filename() == "assay.toml" ? std::nullopt : std::optional<fs::path>(absolute)};
}

/// The files of the listed suites that lie at or below the folder.
std::vector<fs::path> listed_files(const detail::ReadProject& read, const fs::path& folder, Mistakes& mistakes) {
  std::vector<fs::path> files;
  for (const detail::ListedSuite& listed : read.listed) {
    const auto expanded = detail::expand_variables(listed.path);
    if (!expanded) {
      mistakes.push_back({listed.place, expanded.error()});
      continue;
    }
    fs::path file = absolute_path(read.project.root / *expanded);
    std::error_code ignored;
    if (fs::is_directory(file, ignored)) {
      file /= "suite.toml";
    }
    if (!fs::exists(file, ignored)) {
      mistakes.push_back({listed.place, fmt::format("`suite.path`: there is no {}", shown_path(file))});
    } else if (detail::lies_below(file, folder)) {
      files.push_back(std::move(file));
    }
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::vector<fs::path> suite_files(const Request& request, const detail::ReadProject& read, Mistakes& mistakes) {
  if (request.file) {
    return {*request.file};
  }
  std::vector<fs::path> files = listed_files(read, request.folder, mistakes);
  if (files.empty()) {
    detail::FoundSuites found = detail::find_suites(request.folder);
    append(mistakes, found.mistakes);
    files = std::move(found.files);
  }
  return files;
}

void check_names(const std::vector<detail::ReadSuite>& suites, Mistakes& mistakes) {
  for (std::size_t i = 0; i < suites.size(); ++i) {
    const auto same = std::find_if(suites.begin(), suites.begin() + static_cast<std::ptrdiff_t>(i),
                                   [&](const auto& other) { return other.suite.name == suites[i].suite.name; });
    if (same != suites.begin() + static_cast<std::ptrdiff_t>(i)) {
      mistakes.push_back({suites[i].name_place,
                          fmt::format("a second suite of the name `{}`; the first is {}. Give one of them another "
                                      "`name` under [suite]",
                                      suites[i].suite.name, shown_path(same->suite.file))});
    }
  }
}

}  // namespace

std::vector<Tier> default_tiers() {
  return {{"pr", 10min, std::nullopt, Device::kAny, Cadence::kPullRequest},
          {"scheduled", std::nullopt, std::nullopt, Device::kAny, Cadence::kScheduled},
          {"nightly", std::nullopt, std::nullopt, Device::kAny, Cadence::kNightly}};
}

Suite load_suite(const fs::path& file, std::span<const Tier> tiers) {
  detail::ReadSuite read = detail::read_suite(file, tiers);
  if (!read.mistakes.empty()) {
    throw base::UserError(std::move(read.mistakes));
  }
  return std::move(read.suite);
}

Project load_project(const fs::path& path) {
  const Request request = request_of(path);
  Mistakes mistakes;
  detail::ReadProject read;
  if (const auto file = detail::find_project_file(request.folder)) {
    read = detail::read_project(*file);
    append(mistakes, read.mistakes);
  } else {
    read.project.root = request.folder;
    read.project.tiers = default_tiers();
  }
  std::vector<detail::ReadSuite> suites;
  for (const fs::path& file : suite_files(request, read, mistakes)) {
    suites.push_back(detail::read_suite(file, read.project.tiers));
    append(mistakes, suites.back().mistakes);
  }
  check_names(suites, mistakes);
  if (!mistakes.empty()) {
    throw base::UserError(std::move(mistakes));
  }
  for (detail::ReadSuite& suite : suites) {
    read.project.suites.push_back(std::move(suite.suite));
  }
  return std::move(read.project);
}

std::string suite_schema() {
  return config::to_schema_text("Assay suite file (suite.toml)", detail::suite_file_table().schema());
}

std::string project_schema() {
  return config::to_schema_text("Assay project file (assay.toml)", detail::project_file_table().schema());
}

}  // namespace assay::suite
