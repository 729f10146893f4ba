#include <assay/base/utf8.hpp>
#include <assay/train/detail/findings.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace assay::train::detail {

base::CheckResult passed(std::string_view check, std::string reason) {
  base::CheckResult result;
  result.check = check;
  result.verdict = base::Verdict::kPassed;
  result.reason = std::move(reason);
  return result;
}

base::CheckResult not_run(std::string_view check, std::string reason) {
  base::CheckResult result;
  result.check = check;
  result.verdict = base::Verdict::kNotRun;
  result.reason = std::move(reason);
  return result;
}

base::CheckResult skipped(std::string_view check, std::string reason) {
  base::CheckResult result;
  result.check = check;
  result.verdict = base::Verdict::kSkipped;
  result.reason = std::move(reason);
  return result;
}

std::string reason_of(std::span<const base::Failure> failures) {
  const std::string& first = failures.front().message;
  return failures.size() == 1
             ? first
             : fmt::format("{} (and {} more)", first, counted(failures.size() - 1, "finding", "findings"));
}

base::CheckResult failed(std::string_view check, std::vector<base::Failure> failures) {
  base::CheckResult result;
  result.check = check;
  result.verdict = base::Verdict::kFailed;
  result.reason = reason_of(failures);
  result.failures = std::move(failures);
  return result;
}

base::CheckResult judged(std::string_view check, std::vector<base::Failure> failures) {
  return failures.empty() ? passed(check) : failed(check, std::move(failures));
}

base::Failure failure(std::string message, base::Scalar expected, base::Scalar observed) {
  base::Failure made;
  made.message = std::move(message);
  made.expected = std::move(expected);
  made.observed = std::move(observed);
  return made;
}

std::string listed(std::span<const std::string> names) {
  const std::size_t shown = std::min(names.size(), base::kMostOffenders);
  std::string text =
      fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (shown < names.size()) {
    text += fmt::format(" and {} more", names.size() - shown);
  }
  return text;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string short_text(double value) {
  // The sign of NaN means nothing and is not shown.
  return std::isnan(value) ? "nan" : fmt::format("{:.4g}", value);
}

std::string told(std::string_view what) {
  constexpr std::size_t kMost = 500;
  // LibTorch's messages end in a backtrace, which is of no use to whoever wrote the recipe.
  for (const std::string_view backtrace : {"\nException raised from", "\nframe #"}) {
    what = what.substr(0, what.find(backtrace));
  }
  return base::to_printable(what.substr(0, kMost));
}

}  // namespace assay::train::detail
