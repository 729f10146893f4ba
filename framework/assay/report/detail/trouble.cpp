#include <assay/base/utf8.hpp>
#include <assay/report/detail/failure_lines.hpp>
#include <assay/report/detail/trouble.hpp>
#include <assay/report/detail/verdict_words.hpp>
#include <assay/report/detail/wrap.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace assay::report::detail {
namespace {

using base::CheckResult;
using base::Verdict;

constexpr std::size_t kIndent = 2;
constexpr std::size_t kDetailIndent = 4;
constexpr std::size_t kMostOffenders = 5;
constexpr std::size_t kMostMessage = 4000;
constexpr std::size_t kMostOutputLines = 20;
constexpr std::size_t kMostOutputLine = 400;

bool is_trouble(const CheckResult& check) noexcept {
  return !base::is_good(check.verdict) && check.verdict != Verdict::kNotRun && check.verdict != Verdict::kCancelled;
}

void add_message(Page& page, std::string_view check, std::string_view message) {
  page.paragraph(kIndent, fmt::format("{}: {}", base::to_printable(check), bounded(message, kMostMessage)));
}

void add_failures(Page& page, const CheckResult& check) {
  // The reason often is the message of the first failure, or begins with it and says more; of several failures what it
  // adds is how many there are, and they all follow.
  const std::string& first = check.failures.front().message;
  const bool reason_says_more =
      check.failures.size() == 1 && check.reason.size() > first.size() && check.reason.starts_with(first);
  for (const base::Failure& failure : check.failures) {
    const bool is_first = &failure == &check.failures.front();
    const std::string& message = is_first && reason_says_more ? check.reason : failure.message;
    add_message(page, check.check, message.empty() ? check.reason : message);
    page.lines(kDetailIndent, failure_lines(failure, page.room(kDetailIndent), kMostOffenders));
  }
}

/// Checks that say the same of themselves are named together: an unreadable file breaks all checks alike.
void add_alike(Page& page, const std::vector<const CheckResult*>& checks) {
  std::vector<std::string_view> names;
  for (const CheckResult* check : checks) {
    names.emplace_back(check->check);
  }
  const CheckResult& first = *checks.front();
  const std::string_view text = first.reason.empty() ? words_of(first.verdict) : std::string_view{first.reason};
  add_message(page, fmt::format("{}", fmt::join(names, ", ")), text);
}

/// @param told the case's reason, when it stands above the checks: none of them says it again
void add_checks(Page& page, const run::CaseRecord& record, std::string_view told) {
  std::vector<const CheckResult*> alike;
  const auto flush = [&page, &alike] {
    if (!alike.empty()) {
      add_alike(page, alike);
      alike.clear();
    }
  };
  for (const CheckResult& check : record.checks) {
    if (!is_trouble(check) || (!told.empty() && check.reason == told)) {
      continue;
    }
    const bool same = !alike.empty() && check.failures.empty() && alike.back()->verdict == check.verdict &&
                      alike.back()->reason == check.reason;
    if (!same) {
      flush();
    }
    if (check.failures.empty()) {
      alike.push_back(&check);
    } else {
      add_failures(page, check);
    }
  }
  flush();
}

/// The case's own reason stands only where no check says it. That of a C++ test holds what its checks say, and that of
/// any other failed case often only names those that failed.
bool reason_is_told(const run::CaseRecord& record) {
  if (record.verdict != Verdict::kFailed && record.verdict != Verdict::kError) {
    return false;
  }
  std::vector<std::string_view> failed;
  bool said_by_check = false;
  for (const CheckResult& check : record.checks) {
    if (check.verdict == Verdict::kFailed) {
      failed.emplace_back(check.check);
    }
    said_by_check = said_by_check || (is_trouble(check) && check.reason == record.reason);
  }
  if (said_by_check || std::ranges::none_of(record.checks, is_trouble)) {
    return said_by_check;
  }
  return record.planned.kind == "test" || record.verdict == Verdict::kError ||
         record.reason.ends_with(fmt::format("checks failed: {}", fmt::join(failed, ", ")));
}

/// The reason of a C++ test names the place of each failure; of the file that stands above it, the line says enough.
std::string with_short_places(const run::CaseRecord& record) {
  const std::string prefix = record.planned.file + ":";
  std::string text;
  for (std::string_view rest = record.reason; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end);
    if (!record.planned.file.empty() && line.starts_with(prefix)) {
      line.remove_prefix(prefix.size());
      text += "line ";
    }
    text += line;
  }
  return text;
}

void add_output(Page& page, const std::string& output) {
  const std::vector<std::string> lines = last_lines(output, kMostOutputLines);
  if (lines.empty()) {
    return;
  }
  page.paragraph(kIndent, "last output of the worker:");
  for (const std::string& line : lines) {
    // Printable first: what a worker prints may hold escape sequences.
    page.lines(kDetailIndent, {{"| " + base::to_printable(bounded(line, kMostOutputLine)), Tone::kDim}});
  }
}

std::string place_of(const run::PlannedCase& planned) {
  if (planned.file.empty()) {
    return {};
  }
  return base::to_printable(planned.line > 0 ? fmt::format("{}:{}", planned.file, planned.line) : planned.file);
}

}  // namespace

bool has_trouble(const run::CaseRecord& record) noexcept {
  switch (record.verdict) {
    case Verdict::kFailed:
    case Verdict::kError:
    case Verdict::kTimeout:
    case Verdict::kStalled:
    case Verdict::kCrashed:
      return true;
    case Verdict::kXpassed:
    case Verdict::kCancelled:
    case Verdict::kNotRun:
      return std::ranges::any_of(record.checks, is_trouble);
    case Verdict::kPassed:
    case Verdict::kSkipped:
    case Verdict::kFlaky:
    case Verdict::kXfailed:
      return false;
  }
  return true;
}

void add_trouble(Page& page, const run::CaseRecord& record) {
  const Tone tone = tone_of(record.verdict);
  page.blank();
  page.heading(fmt::format("{} {} {}", mark_of(record.verdict), base::to_printable(record.planned.name),
                           words_of(record.verdict)),
               tone, place_of(record.planned));
  const bool tells_reason = !record.reason.empty() && !reason_is_told(record);
  if (tells_reason) {
    page.paragraph(kIndent, bounded(with_short_places(record), kMostMessage));
  }
  add_checks(page, record, tells_reason ? record.reason : std::string_view{});
  add_output(page, record.output);
  if (!record.planned.reproduce.empty()) {
    // Never wrapped: a command that is broken over lines cannot be copied.
    page.lines(kIndent, {{"reproduce: " + base::to_printable(record.planned.reproduce), Tone::kDim}});
  }
}

}  // namespace assay::report::detail
