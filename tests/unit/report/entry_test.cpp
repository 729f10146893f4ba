#include <assay/report/detail/entry.hpp>

#include "sample_case.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::report::detail {
namespace {

using base::Fault;
using base::Verdict;
using testing::ElementsAre;

/// Entries as `name verdict`, the case itself as `-`.
std::vector<std::string> listed(const run::CaseRecord& record) {
  std::vector<std::string> lines;
  for (const Entry& entry : entries_of(record)) {
    lines.push_back((entry.is_case() ? "-" : entry.check) + " " + std::string{base::to_text(entry.verdict)});
  }
  return lines;
}

TEST(EntriesOf, AnExpectCaseIsItsChecks) {
  run::CaseRecord record = sample_case("expect", Verdict::kPassed);
  add_check(record, "rows", Verdict::kPassed);
  add_check(record, "mean", Verdict::kPassed);
  EXPECT_THAT(listed(record), ElementsAre("rows passed", "mean passed"));
}

TEST(EntriesOf, ACaseWhoseChecksTellItAllHasNoEntryOfItsOwn) {
  run::CaseRecord failed = sample_case("expect", Verdict::kFailed);
  add_check(failed, "rows", Verdict::kPassed);
  add_check(failed, "mean", Verdict::kFailed);
  EXPECT_THAT(listed(failed), ElementsAre("rows passed", "mean failed"));

  run::CaseRecord error = sample_case("expect", Verdict::kError);
  error.fault = Fault::kData;
  add_check(error, "rows", Verdict::kError, Fault::kData);
  EXPECT_THAT(listed(error), ElementsAre("rows error"));

  run::CaseRecord expected = sample_case("expect", Verdict::kXfailed);
  add_check(expected, "rows", Verdict::kXfailed);
  EXPECT_THAT(listed(expected), ElementsAre("rows xfailed"));
}

TEST(EntriesOf, WhatBefellTheCaseItselfHasAnEntryFirst) {
  for (const Verdict verdict : {Verdict::kCrashed, Verdict::kTimeout, Verdict::kStalled}) {
    run::CaseRecord record = sample_case("expect", verdict);
    add_check(record, "rows", Verdict::kPassed);
    add_check(record, "mean", Verdict::kNotRun);
    EXPECT_THAT(listed(record), ElementsAre("- " + std::string{base::to_text(verdict)}, "rows passed", "mean not_run"));
  }
  run::CaseRecord mended = sample_case("expect", Verdict::kXpassed);
  add_check(mended, "rows", Verdict::kPassed);
  EXPECT_THAT(listed(mended), ElementsAre("- xpassed", "rows passed"));

  run::CaseRecord flaky = sample_case("expect", Verdict::kFlaky);
  add_check(flaky, "rows", Verdict::kPassed);
  EXPECT_THAT(listed(flaky), ElementsAre("- flaky", "rows passed"));
}

TEST(EntriesOf, AFaultThatNoCheckTellsIsNotLost) {
  // The budget cut the case: exit code 3 follows from the fault, which only the case has.
  run::CaseRecord record = sample_case("expect", Verdict::kNotRun);
  record.fault = Fault::kMachine;
  add_check(record, "rows", Verdict::kNotRun);
  const std::vector<Entry> entries = entries_of(record);
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_TRUE(entries[0].is_case());
  EXPECT_EQ(entries[0].fault, Fault::kMachine);
}

TEST(EntriesOf, OtherKindsAlwaysHaveAnEntryOfTheirOwn) {
  for (const std::string kind : {"test", "train", "memorize"}) {
    run::CaseRecord record = sample_case(kind, Verdict::kFailed);
    add_check(record, "loss.last", Verdict::kFailed);
    EXPECT_THAT(listed(record), ElementsAre("- failed", "loss.last failed")) << kind;
  }
}

TEST(EntriesOf, PlannedChecksWithoutAResultTakeOverWhatBefellTheCase) {
  run::CaseRecord skipped = sample_case("expect", Verdict::kSkipped);
  skipped.reason = "no CUDA device";
  skipped.planned.checks = {"rows", "mean"};
  EXPECT_THAT(listed(skipped), ElementsAre("rows skipped", "mean skipped"));
  EXPECT_EQ(entries_of(skipped).front().reason, "no CUDA device");

  run::CaseRecord crashed = sample_case("expect", Verdict::kCrashed);
  crashed.planned.checks = {"rows"};
  EXPECT_THAT(listed(crashed), ElementsAre("- crashed", "rows not_run"));
}

TEST(EntriesOf, ACaseWithoutChecksIsItsOwnEntry) {
  EXPECT_THAT(listed(sample_case("expect", Verdict::kSkipped)), ElementsAre("- skipped"));
  EXPECT_THAT(listed(sample_case("expect", Verdict::kPassed)), ElementsAre("- passed"));
}

TEST(EntriesOf, ChecksThatWereNotPlannedComeLast) {
  run::CaseRecord record = sample_case("test", Verdict::kPassed);
  add_check(record, "late", Verdict::kPassed);
  record.planned.checks = {"planned"};
  EXPECT_THAT(listed(record), ElementsAre("- passed", "planned not_run", "late passed"));
}

TEST(EntriesOf, MeasurementsStandWithTheCase) {
  run::CaseRecord record = sample_case("train", Verdict::kPassed);
  record.measurements = {measurement("@step_time", 0.1, "s")};
  const std::vector<Entry> entries = entries_of(record);
  ASSERT_EQ(entries.size(), 1U);
  ASSERT_EQ(entries[0].metrics.size(), 1U);
  EXPECT_EQ(entries[0].metrics[0].name, "@step_time");
}

TEST(NameOf, PutsTheCheckBehindASlash) {
  run::CaseRecord record = sample_case("expect", Verdict::kFailed);
  add_check(record, "mean", Verdict::kFailed);
  EXPECT_EQ(name_of(record, entries_of(record).front()), "s.expect.c/mean");
  EXPECT_EQ(short_name_of(record.planned), "c");
  record.planned.name = "odd";
  EXPECT_EQ(short_name_of(record.planned), "odd");
}

}  // namespace
}  // namespace assay::report::detail
