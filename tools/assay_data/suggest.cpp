#include <assay/base/clock.hpp>
#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>
#include <assay/expect/detail/profile_file.hpp>
#include <assay/expect/detail/suggestion.hpp>

#include "data_verbs.hpp"
#include "terminal.hpp"
#include <fmt/core.h>

#include <chrono>
#include <system_error>

namespace assay::tools {

base::ExitCode suggest(const SuggestOptions& options, const OnRead& on_read) {
  if (expect::detail::is_json(options.file)) {
    throw base::UserError(fmt::format("{} is no HDF5 file: a suite is suggested from data", options.file));
  }
  const expect::detail::DataProfile profile = profile_of(options.file, {}, on_read);
  std::error_code error;
  const std::filesystem::path folder =
      options.out.empty() ? std::filesystem::path(".") : std::filesystem::absolute(options.out).parent_path();
  std::filesystem::path data = std::filesystem::proximate(options.file, folder, error);
  if (error) data = std::filesystem::absolute(options.file);
  constexpr std::size_t kDateLength = 10;
  const expect::detail::Suggestion suite = expect::detail::suggest_suite(
      profile, {.data = data.string(),
                .shown = options.file,
                .date = base::to_rfc3339(std::chrono::system_clock::now()).substr(0, kDateLength),
                .tool = "assay " ASSAY_VERSION});
  if (suite.cases == 0) {
    print_warning(fmt::format("{}: nothing can be suggested: no dataset in it can be read", options.file));
    return is_damaged(profile) ? base::ExitCode::kFailed : base::ExitCode::kNothingRan;
  }
  if (options.out.empty()) {
    fmt::print("{}", suite.text);
  } else if (std::filesystem::exists(options.out, error)) {
    throw base::UserError(fmt::format("{} is there already; name another file with --out", options.out));
  } else {
    base::write_file_atomically(options.out, suite.text);
    fmt::print("{}: written; `assay run {}` checks the data\n", options.out, options.out);
  }
  return is_damaged(profile) ? base::ExitCode::kFailed : base::ExitCode::kPassed;
}

}  // namespace assay::tools
