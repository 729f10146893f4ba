#include <assay/base/duration.hpp>
#include <assay/base/utf8.hpp>
#include <assay/report/detail/case_row.hpp>
#include <assay/report/detail/measured.hpp>
#include <assay/report/detail/verdict_words.hpp>
#include <assay/report/detail/wrap.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay::report::detail {
namespace {

using base::Verdict;

constexpr std::size_t kMeasuredIndent = 6;
constexpr std::size_t kMostReason = 400;

std::string seconds_text(double seconds) {
  constexpr double kMost = 1e9;
  // A log is only read: whatever stands in it as a duration is shown as one that can be.
  const double sane = std::isfinite(seconds) ? std::clamp(seconds, 0.0, kMost) : 0.0;
  const auto milliseconds = std::llround(sane * 1e3);
  return milliseconds == 0 ? "0 ms" : base::to_text(base::Duration{std::chrono::milliseconds{milliseconds}});
}

std::string count_text(const run::CaseRecord& record, Verdict verdict) {
  const std::size_t total = record.checks.size();
  const auto count = static_cast<std::size_t>(std::ranges::count(record.checks, verdict, &base::CheckResult::verdict));
  if (count == 0) {
    return std::string{words_of(verdict)};
  }
  return total == 1 ? fmt::format("{}", words_of(verdict))
                    : fmt::format("{} of {} checks {}", count, total, words_of(verdict));
}

/// Checks that were not judged, for want of what they judge by, are counted apart.
std::string passed_text(const run::CaseRecord& record) {
  const auto skipped =
      static_cast<std::size_t>(std::ranges::count(record.checks, Verdict::kSkipped, &base::CheckResult::verdict));
  const std::size_t judged = record.checks.size() - skipped;
  if (record.checks.empty()) {
    return "";
  }
  return fmt::format("{} check{}{}", judged, judged == 1 ? "" : "s",
                     skipped > 0 ? fmt::format(", {} skipped", skipped) : "");
}

std::string with_reason(const run::CaseRecord& record) {
  const std::string words{words_of(record.verdict)};
  // The row is for a glance: of a reason with many lines the first.
  const std::string reason = bounded(record.reason.substr(0, record.reason.find('\n')), kMostReason);
  if (reason.empty()) {
    return words;
  }
  if (record.verdict == Verdict::kXfailed && reason.starts_with("expected ")) {
    return "failed as " + reason;
  }
  const bool told = record.verdict == Verdict::kXpassed || reason.find(words) != std::string::npos;
  return told ? reason : fmt::format("{}: {}", words, reason);
}

std::string summary_of(const run::CaseRecord& record) {
  switch (record.verdict) {
    case Verdict::kPassed:
      return passed_text(record);
    case Verdict::kFailed:
    case Verdict::kError:
      return count_text(record, record.verdict);
    case Verdict::kTimeout:
    case Verdict::kStalled:
    case Verdict::kCrashed:
      return std::string{words_of(record.verdict)};
    case Verdict::kSkipped:
    case Verdict::kFlaky:
    case Verdict::kXfailed:
    case Verdict::kXpassed:
    case Verdict::kCancelled:
    case Verdict::kNotRun:
      return with_reason(record);
  }
  return {};
}

bool shows_measurements(Verdict verdict) noexcept { return verdict == Verdict::kPassed || verdict == Verdict::kFlaky; }

}  // namespace

std::string row_name_of(const run::PlannedCase& planned) {
  const std::string prefix = planned.suite + ".";
  return base::to_printable(planned.name.starts_with(prefix) ? planned.name.substr(prefix.size()) : planned.name);
}

void add_case_row(Page& page, const run::CaseRecord& record, std::size_t column) {
  const std::string name = row_name_of(record.planned);
  const std::string summary = summary_of(record);
  const std::string time = has_run(record.verdict) ? seconds_text(record.seconds) : "";
  const Tone tone = tone_of(record.verdict);
  page.row({.mark = mark_of(record.verdict),
            .name = name,
            .summary = summary,
            .right = time,
            .tone = tone,
            .summary_tone = record.verdict == Verdict::kPassed ? Tone::kDim : tone},
           column);
  if (shows_measurements(record.verdict)) {
    std::vector<Line> lines;
    for (std::string& line : wrapped_list(measured_items(record), page.room(kMeasuredIndent))) {
      lines.push_back({std::move(line), Tone::kDim});
    }
    page.lines(kMeasuredIndent, lines);
  }
}

}  // namespace assay::report::detail
