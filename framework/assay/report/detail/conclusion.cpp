#include <assay/base/duration.hpp>
#include <assay/report/detail/conclusion.hpp>
#include <assay/report/detail/verdict_words.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

namespace assay::report::detail {
namespace {

using base::ExitCode;
using base::Verdict;

/// What went wrong first.
constexpr std::array kOrder{Verdict::kFailed,  Verdict::kError,   Verdict::kCrashed, Verdict::kTimeout,
                            Verdict::kStalled, Verdict::kXpassed, Verdict::kNotRun,  Verdict::kCancelled,
                            Verdict::kFlaky,   Verdict::kXfailed, Verdict::kSkipped, Verdict::kPassed};

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string seconds_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0 || seconds > 1e9) {
    return "an unknown time";
  }
  return base::to_text(base::Duration{std::chrono::milliseconds{std::llround(seconds * 1e3)}});
}

Tone tone_of(ExitCode code) noexcept {
  switch (code) {
    case ExitCode::kPassed:
      return Tone::kGood;
    case ExitCode::kSkipped:
      return Tone::kWarning;
    default:
      return Tone::kBad;
  }
}

std::string_view mark_of(ExitCode code) noexcept {
  switch (code) {
    case ExitCode::kPassed:
      return "✓";
    case ExitCode::kSkipped:
      return "-";
    default:
      return "✗";
  }
}

}  // namespace

void add_conclusion(Page& page, const run::RunRecord& record) {
  std::vector<std::string> counts;
  for (const Verdict verdict : kOrder) {
    const auto count = std::ranges::count(record.cases, verdict, &run::CaseRecord::verdict);
    if (count > 0) {
      counts.push_back(fmt::format("{} {}", count, words_of(verdict)));
    }
  }
  std::size_t checks = 0;
  for (const run::CaseRecord& item : record.cases) {
    checks += item.checks.size();
  }
  std::string text = fmt::format("{} {}", mark_of(record.exit), counted(record.cases.size(), "case"));
  if (checks > 0) {
    text += fmt::format(", {}", counted(checks, "check"));
  }
  text += fmt::format(" in {}", seconds_text(record.seconds));
  if (!counts.empty()) {
    text += fmt::format(": {}", fmt::join(counts, ", "));
  }
  page.blank();
  page.paragraph(0, text, tone_of(record.exit));
  page.paragraph(2, fmt::format("exit {}: {}", static_cast<int>(record.exit), words_of(record.exit)),
                 record.exit == ExitCode::kPassed ? Tone::kDim : Tone::kPlain);
}

}  // namespace assay::report::detail
