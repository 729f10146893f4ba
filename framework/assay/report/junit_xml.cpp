#include <assay/report/detail/entry.hpp>
#include <assay/report/detail/failure_lines.hpp>
#include <assay/report/detail/verdict_words.hpp>
#include <assay/report/detail/wrap.hpp>
#include <assay/report/detail/xml_text.hpp>
#include <assay/report/junit_xml.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::report {
namespace {

using base::Verdict;
using detail::Entry;
using detail::xml_attribute;
using detail::xml_text;

constexpr std::size_t kDetailWidth = 100;
constexpr std::size_t kMostOutput = 20'000;

/// How JUnit sees an entry.
enum class Kind { kPassed, kFailure, kError, kSkipped };

struct TestCase {
  const run::CaseRecord* record = nullptr;
  Entry entry;
  Kind kind = Kind::kPassed;
  double seconds = 0;
  bool first = false;  ///< of its case: carries time and output
};

struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  double seconds = 0;

  void add(const TestCase& test) {
    ++tests;
    failures += test.kind == Kind::kFailure ? 1U : 0U;
    errors += test.kind == Kind::kError ? 1U : 0U;
    skipped += test.kind == Kind::kSkipped ? 1U : 0U;
    seconds += test.seconds;
  }
};

struct Suite {
  std::string name;
  std::vector<TestCase> tests;
  Counts counts;
};

/// What was not run is an error like any other, unless the entry of its case is in the report and tells the cause.
Kind kind_of(Verdict verdict, bool case_tells) noexcept {
  switch (verdict) {
    case Verdict::kPassed:
    case Verdict::kFlaky:
      return Kind::kPassed;
    case Verdict::kFailed:
    case Verdict::kXpassed:
      return Kind::kFailure;
    case Verdict::kSkipped:
    case Verdict::kXfailed:
      return Kind::kSkipped;
    case Verdict::kNotRun:
      return case_tells ? Kind::kSkipped : Kind::kError;
    case Verdict::kError:
    case Verdict::kTimeout:
    case Verdict::kStalled:
    case Verdict::kCrashed:
    case Verdict::kCancelled:
      return Kind::kError;
  }
  return Kind::kError;
}

void add_case(Suite& suite, const run::CaseRecord& record) {
  std::vector<Entry> entries = detail::entries_of(record);
  const bool case_tells = entries.front().is_case() && !base::is_good(record.verdict);
  for (Entry& entry : entries) {
    const bool first = &entry == &entries.front();
    const Kind kind = kind_of(entry.verdict, case_tells && !entry.is_case());
    TestCase test{.record = &record, .entry = std::move(entry), .kind = kind, .seconds = 0, .first = first};
    // The checks of a case share one piece of work: its time stands once, so that sums are right.
    test.seconds = first && std::isfinite(record.seconds) ? std::max(record.seconds, 0.0) : 0;
    suite.counts.add(test);
    suite.tests.push_back(std::move(test));
  }
}

std::vector<Suite> suites_of(const run::RunRecord& record) {
  std::vector<Suite> suites;
  for (const run::CaseRecord& item : record.cases) {
    auto suite = std::ranges::find(suites, item.planned.suite, &Suite::name);
    if (suite == suites.end()) {
      suite = suites.insert(suites.end(), Suite{.name = item.planned.suite, .tests = {}, .counts = {}});
    }
    add_case(*suite, item);
  }
  return suites;
}

std::string attributes_of(const Counts& counts) {
  return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")", counts.tests,
                     counts.failures, counts.errors, counts.skipped, counts.seconds);
}

/// One sentence: the reason, else the message of the first failure, else the verdict.
std::string message_of(const Entry& entry) {
  if (!entry.reason.empty()) {
    return entry.reason;
  }
  return entry.failures.empty() || entry.failures.front().message.empty() ? std::string{detail::words_of(entry.verdict)}
                                                                          : entry.failures.front().message;
}

/// What the message does not say already.
std::string details_of(const TestCase& test, const std::string& message) {
  std::string text;
  for (const base::Failure& failure : test.entry.failures) {
    if (failure.message != message) {
      text += failure.message + '\n';
    }
    for (const detail::Line& line : detail::failure_lines(failure, kDetailWidth, base::kMostOffenders)) {
      text += "  " + line.text + '\n';
    }
  }
  if (!test.record->planned.reproduce.empty()) {
    text += "reproduce: " + test.record->planned.reproduce + '\n';
  }
  return text;
}

void add_property(std::string& xml, std::string_view name, std::string_view value) {
  fmt::format_to(std::back_inserter(xml), "        <property name=\"{}\" value=\"{}\"/>\n", xml_attribute(name),
                 xml_attribute(value));
}

void add_properties(std::string& xml, const TestCase& test) {
  xml += "      <properties>\n";
  add_property(xml, "verdict", base::to_text(test.entry.verdict));
  if (test.entry.fault != base::Fault::kNone) {
    add_property(xml, "fault", base::to_text(test.entry.fault));
  }
  add_property(xml, "tier", test.record->planned.tier);
  if (test.first && test.record->attempts > 1) {
    add_property(xml, "attempts", std::to_string(test.record->attempts));
  }
  for (const base::Measurement& metric : test.entry.metrics) {
    const std::string name = metric.unit.empty() ? metric.name : fmt::format("{} [{}]", metric.name, metric.unit);
    add_property(xml, name, base::to_text(metric.value));
  }
  xml += "      </properties>\n";
}

void add_outcome(std::string& xml, const TestCase& test) {
  const Verdict verdict = test.entry.verdict;
  const std::string message = message_of(test.entry);
  if (test.kind == Kind::kPassed) {
    if (verdict == Verdict::kFlaky) {
      fmt::format_to(std::back_inserter(xml), "      <flakyFailure message=\"{}\" type=\"flaky\"/>\n",
                     xml_attribute(message));
    }
    return;
  }
  if (test.kind == Kind::kSkipped) {
    fmt::format_to(
        std::back_inserter(xml), "      <skipped message=\"{}\"/>\n",
        xml_attribute(verdict == Verdict::kSkipped ? message
                                                   : fmt::format("{}: {}", detail::words_of(verdict), message)));
    return;
  }
  const std::string_view element = test.kind == Kind::kFailure ? "failure" : "error";
  fmt::format_to(std::back_inserter(xml), "      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n", element,
                 xml_attribute(message), base::to_text(verdict), xml_text(details_of(test, message)));
}

void add_output(std::string& xml, const TestCase& test) {
  const std::string& output = test.record->output;
  if (!test.first || output.empty()) {
    return;
  }
  // The end of the output is what tells of a crash.
  const bool cut = output.size() > kMostOutput;
  const std::string_view tail = std::string_view{output}.substr(cut ? output.size() - kMostOutput : 0);
  fmt::format_to(std::back_inserter(xml), "      <system-out>{}{}</system-out>\n", cut ? "..." : "", xml_text(tail));
}

void add_test(std::string& xml, const TestCase& test) {
  const run::PlannedCase& planned = test.record->planned;
  const std::string check = test.entry.is_case() ? "" : "/" + test.entry.check;
  fmt::format_to(std::back_inserter(xml), "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"",
                 xml_attribute(planned.suite + "." + planned.kind),
                 xml_attribute(detail::short_name_of(planned) + check), test.seconds);
  if (!planned.file.empty()) {
    fmt::format_to(std::back_inserter(xml), " file=\"{}\" line=\"{}\"", xml_attribute(planned.file),
                   std::max(planned.line, 1));
  }
  xml += ">\n";
  add_properties(xml, test);
  add_outcome(xml, test);
  add_output(xml, test);
  xml += "    </testcase>\n";
}

}  // namespace

std::string junit_xml(const run::RunRecord& record) {
  const std::vector<Suite> suites = suites_of(record);
  Counts all;
  for (const Suite& suite : suites) {
    std::ranges::for_each(suite.tests, [&all](const TestCase& test) { all.add(test); });
  }
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  fmt::format_to(std::back_inserter(xml), "<testsuites name=\"assay\" {}>\n", attributes_of(all));
  for (const Suite& suite : suites) {
    fmt::format_to(std::back_inserter(xml), "  <testsuite name=\"{}\" {}", xml_attribute(suite.name),
                   attributes_of(suite.counts));
    if (!record.started.empty()) {
      fmt::format_to(std::back_inserter(xml), " timestamp=\"{}\"", xml_attribute(record.started));
    }
    xml += ">\n";
    std::ranges::for_each(suite.tests, [&xml](const TestCase& test) { add_test(xml, test); });
    xml += "  </testsuite>\n";
  }
  return xml + "</testsuites>\n";
}

}  // namespace assay::report
