#include <assay/base/utf8.hpp>
#include <assay/report/console.hpp>

#include "sample_case.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace assay::report {
namespace {

using base::ExitCode;
using base::Fault;
using base::Verdict;
using testing::HasSubstr;
using testing::Not;

constexpr ConsoleStyle kPlain{.colour = false, .width = 80};

std::string text_of(const run::CaseRecord& item, const ConsoleStyle& style = kPlain) {
  run::RunRecord record;
  record.cases = {item};
  record.exit = ExitCode::kFailed;
  return console_text(record, style);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

TEST(ConsoleText, SaysWhatEveryExitCodeMeans) {
  for (const auto& [code, words] : std::vector<std::pair<ExitCode, std::string>>{
           {ExitCode::kPassed, "exit 0: all that ran passed"},
           {ExitCode::kFailed, "exit 1: a case did not pass"},
           {ExitCode::kUserError, "exit 2: a mistake in a suite or on the command line"},
           {ExitCode::kInfrastructure, "exit 3: the machine or Assay itself could not do what was asked"},
           {ExitCode::kNothingRan, "exit 4: nothing ran"},
           {ExitCode::kSkipped, "exit 77: everything was skipped"}}) {
    run::RunRecord record;
    record.exit = code;
    EXPECT_THAT(console_text(record, kPlain), HasSubstr(words));
  }
}

TEST(ConsoleText, LinesKeepToTheWidthUnlessAWordIsLonger) {
  run::CaseRecord item = sample_case("expect", Verdict::kFailed);
  base::CheckResult& check = add_check(item, "values", Verdict::kFailed);
  base::Failure failure;
  for (int i = 0; i < 60; ++i) {
    failure.message += "word ";
  }
  failure.expected = failure.message;
  check.failures = {failure};
  item.reason = failure.message;
  item.planned.reproduce.clear();  // a command is never broken
  for (const unsigned width : {40U, 80U, 120U}) {
    for (const std::string& line : lines_of(text_of(item, {.colour = false, .width = width}))) {
      EXPECT_LE(base::count_characters(line), width) << line;
    }
  }
}

TEST(ConsoleText, AVeryNarrowTerminalStillGetsEverything) {
  run::CaseRecord item = sample_case("expect", Verdict::kSkipped);
  item.reason = "no CUDA device on this machine";
  const std::string text = text_of(item, {.colour = false, .width = 0});
  EXPECT_THAT(text, HasSubstr("CUDA"));
  EXPECT_THAT(text, HasSubstr("machine"));
}

TEST(ConsoleText, EscapeSequencesComeWithColourOnly) {
  const run::CaseRecord item = sample_case("test", Verdict::kCrashed);
  EXPECT_THAT(text_of(item), Not(HasSubstr("\x1b")));
  EXPECT_THAT(text_of(item, {.colour = true, .width = 80}), HasSubstr("\x1b[31m"));
}

TEST(ConsoleText, ColourChangesNothingElse) {
  run::CaseRecord item = sample_case("expect", Verdict::kFailed);
  base::CheckResult& check = add_check(item, "mean", Verdict::kFailed);
  check.failures = {{.message = "too high",
                     .expected = 1.0,
                     .observed = 2.0,
                     .unexpected = {},
                     .total = {},
                     .offenders = {},
                     .truncated = false}};
  std::string coloured = text_of(item, {.colour = true, .width = 80});
  for (std::size_t start = coloured.find('\x1b'); start != std::string::npos; start = coloured.find('\x1b')) {
    coloured.erase(start, coloured.find('m', start) - start + 1);
  }
  EXPECT_EQ(coloured, text_of(item));
}

TEST(ConsoleText, ChecksThatBreakAlikeAreNamedTogether) {
  run::CaseRecord item = sample_case("expect", Verdict::kError);
  item.fault = Fault::kData;
  item.reason = "the file is truncated";
  add_check(item, "rows", Verdict::kError, Fault::kData, "the file is truncated");
  add_check(item, "mean", Verdict::kError, Fault::kData, "the file is truncated");
  add_check(item, "std", Verdict::kError, Fault::kData, "another reason");
  const std::string text = text_of(item);
  EXPECT_THAT(text, HasSubstr("  rows, mean: the file is truncated\n  std: another reason\n"));
  EXPECT_EQ(text.find("the file is truncated"), text.rfind("the file is truncated"));
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(ConsoleText, WhatBefellTheCaseStandsOnceBesideWhatItsChecksSay) {
  run::CaseRecord stopped = sample_case("train", Verdict::kFailed);
  stopped.reason = "training stopped: the loss is nan";
  add_check(stopped, "steps", Verdict::kFailed).reason = "6 steps were written";
  EXPECT_THAT(text_of(stopped), testing::AllOf(HasSubstr("training stopped"), HasSubstr("6 steps were written")));

  run::CaseRecord counted = sample_case("train", Verdict::kFailed);
  counted.reason = "1 of 1 checks failed: steps";
  add_check(counted, "steps", Verdict::kFailed).reason = "6 steps were written";
  EXPECT_THAT(text_of(counted), Not(HasSubstr("checks failed: steps")));

  run::CaseRecord hung = sample_case("memorize", Verdict::kTimeout);
  hung.reason = "wall_time was used up";
  add_check(hung, "wall_time", Verdict::kFailed).reason = hung.reason;
  EXPECT_EQ(occurrences(text_of(hung), "was used up"), 1U);
}

TEST(ConsoleText, TheCommandIsNeverBroken) {
  run::CaseRecord item = sample_case("test", Verdict::kFailed);
  item.planned.reproduce =
      "assay run suites/a --filter 's.test.c' --tier nightly --repeat 10 --json results.json --out here";
  EXPECT_THAT(text_of(item, {.colour = false, .width = 40}), HasSubstr("reproduce: " + item.planned.reproduce + "\n"));
}

TEST(ConsoleText, OutputOfABrokenWorkerIsEscapedAndBounded) {
  run::CaseRecord item = sample_case("test", Verdict::kCrashed);
  for (int i = 0; i < 1000; ++i) {
    item.output += "line " + std::to_string(i) + "\x1b[2J\n";
  }
  item.output += std::string(1'000'000, 'x');
  const std::string text = text_of(item);
  EXPECT_THAT(text, HasSubstr("| line 999\\x1b[2J"));
  EXPECT_THAT(text, Not(HasSubstr("line 900\\x1b")));
  EXPECT_THAT(text, HasSubstr("(1000000 bytes in all)"));
  EXPECT_LT(text.size(), 5000U);
}

TEST(ConsoleText, AReasonOfManyLinesKeepsThem) {
  run::CaseRecord item = sample_case("test", Verdict::kFailed);
  item.reason = "a_test.cpp:3: Failure\nExpected equality:\n  1\n  2\n";
  EXPECT_THAT(text_of(item), HasSubstr("  a_test.cpp:3: Failure\n  Expected equality:\n    1\n    2\n"));
}

TEST(ConsoleText, CasesOfOneSuiteStandTogether) {
  run::RunRecord record;
  for (const std::string suite : {"a", "b", "a"}) {
    run::CaseRecord item = sample_case("expect", Verdict::kPassed);
    item.planned.suite = suite;
    item.planned.name = suite + ".expect.c" + std::to_string(record.cases.size());
    record.cases.push_back(item);
  }
  const std::string text = console_text(record, kPlain);
  EXPECT_LT(text.find("expect.c2"), text.find("expect.c1"));
  EXPECT_THAT(text, HasSubstr("3 cases in"));
}

TEST(ConsoleText, WarningsAreShown) {
  run::RunRecord record;
  record.warnings = {"left a process running"};
  EXPECT_THAT(console_text(record, kPlain), HasSubstr("warning: left a process running\n"));
}

}  // namespace
}  // namespace assay::report
