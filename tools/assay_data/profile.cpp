#include <assay/base/clock.hpp>
#include <assay/base/error.hpp>
#include <assay/base/utf8.hpp>
#include <assay/expect/detail/profile_file.hpp>
#include <assay/expect/detail/profile_json.hpp>

#include "data_verbs.hpp"
#include "profile_text.hpp"
#include "terminal.hpp"
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace assay::tools {
namespace {

using expect::detail::DataProfile;
using expect::detail::Trouble;

/// @throws base::UserError for what is no readable file, which is no fault of its content.
void check_file(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  const std::string shown = base::to_printable(file.string());
  if (!std::filesystem::exists(status)) throw base::UserError(fmt::format("there is no file {}", shown));
  if (!std::filesystem::is_regular_file(status)) throw base::UserError(fmt::format("{} is no regular file", shown));
  if (access(file.c_str(), R_OK) != 0) {
    throw base::UserError(
        fmt::format("{} may not be read: {}", shown, std::error_code(errno, std::generic_category()).message()));
  }
}

}  // namespace

DataProfile profile_of(const std::filesystem::path& file, const std::string& dataset, const OnRead& on_read) {
  check_file(file);
  if (expect::detail::is_profile(file, on_read)) {
    if (!dataset.empty()) {
      throw base::UserError(fmt::format("{} is a profile: a dataset can only be chosen from data", file.string()));
    }
    auto stored = expect::detail::read_profile(file, on_read);
    if (!stored) throw base::UserError(stored.error());
    return std::move(*stored);
  }
  const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1U, 16U);
  auto made =
      expect::detail::make_profile(file, dataset, {.threads = threads, .rows_per_block = 0, .on_read = on_read});
  if (!made) {
    if (made.error().kind == Trouble::Kind::kUnreadable) throw DamagedData(made.error().message);
    throw base::UserError(made.error().message);
  }
  for (const expect::detail::ColumnProfile& column : made->columns) {
    if (column.unreadable) print_warning(fmt::format("{}: {}", column.path, column.note));
  }
  made->created = base::to_rfc3339(std::chrono::system_clock::now());
  made->tool = "assay " ASSAY_VERSION;
  return std::move(*made);
}

base::ExitCode profile(const ProfileOptions& options, const OnRead& on_read) {
  std::vector<std::string> parts = options.merge;
  if (!options.file.empty()) parts.insert(parts.begin(), options.file);
  if (parts.empty()) throw base::UserError("profile: of which data? Name an HDF5 file, or profiles with --merge");
  DataProfile whole = profile_of(parts.front(), options.file.empty() ? "" : options.dataset, on_read);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const DataProfile part = profile_of(parts[i], {}, on_read);
    const bool damaged = is_damaged(whole) || is_damaged(part);
    if (const auto merged = merge(whole, part); !merged) {
      const std::string sentence = fmt::format("{}: {}: they are no parts of one whole", parts[i], merged.error());
      if (damaged) throw DamagedData(sentence);
      throw base::UserError(sentence);
    }
  }
  if (parts.size() > 1) {
    whole.created = base::to_rfc3339(std::chrono::system_clock::now());
    whole.tool = "assay " ASSAY_VERSION;
  }
  if (!options.out.empty()) {
    std::error_code ignored;
    for (const std::string& part : parts) {
      if (std::filesystem::equivalent(options.out, part, ignored)) {
        throw base::UserError(fmt::format("--out {}: this file is read, and would be written over", options.out));
      }
    }
    expect::detail::write_profile(whole, options.out);
  }
  if (options.json) {
    fmt::print("{}\n", expect::detail::to_json(whole).dump(1));
  } else {
    fmt::print("{}", profile_text(whole, options.out, style_of(STDOUT_FILENO)));
  }
  return is_damaged(whole) ? base::ExitCode::kFailed : base::ExitCode::kPassed;
}

}  // namespace assay::tools
