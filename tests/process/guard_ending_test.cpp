// What becomes of the case in flight, and of the rest, when a worker breaks.
#include "guarded_run.hpp"
#include <gmock/gmock.h>

namespace assay::run {
namespace {

using namespace std::chrono_literals;
using base::ExitCode;
using base::Fault;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class GuardEnding : public GuardedRun {
 protected:
  /// A case that breaks its worker between two that pass.
  RunRecord run_between(const Task& broken) { return run(plan_of({task("pass_1"), broken, task("pass_2")})); }
  RunRecord run_between(const std::string& broken) { return run_between(task(broken)); }

  [[nodiscard]] Task limited(const std::string& name, base::Duration limit) const {
    Task result = task(name);
    result.limit = limit;
    return result;
  }
};

TEST_F(GuardEnding, NothingBreaks) {
  const RunRecord record = run(plan({"pass_1", "fail_2", "pass_3"}));
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "failed", "passed"));
  EXPECT_THAT(record.warnings, IsEmpty());
  EXPECT_EQ(record.exit, ExitCode::kFailed);
  EXPECT_EQ(events(EventKind::kWorkerEnded).size(), 1U) << "one worker did them all";
  EXPECT_EQ(record.run, "r");
  EXPECT_THAT(record.started, StartsWith("20"));
  EXPECT_EQ(to_record(events()), record) << "the log alone says the same";
}

TEST_F(GuardEnding, ACrashIsTheVerdictOfItsCaseAndTheRestRuns) {
  const RunRecord record = run_between("segv");
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "crashed", "passed"));
  EXPECT_THAT(record.cases[1].reason, StartsWith("the worker was killed by signal 11 (SIGSEGV) in this case"));
  EXPECT_EQ(record.exit, ExitCode::kFailed);
  EXPECT_EQ(events(EventKind::kWorkerEnded).size(), 2U);
}

TEST_F(GuardEnding, AnAbortShowsTheLastWords) {
  const RunRecord record = run_between("abort");
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "crashed", "passed"));
  EXPECT_THAT(record.cases[1].reason, HasSubstr("SIGABRT"));
  EXPECT_EQ(record.cases[1].output, "giving up\n");
}

TEST_F(GuardEnding, AnExitInACaseIsACrashWhateverItsStatus) {
  EXPECT_THAT(run_between("exit0").cases[1].reason, HasSubstr("exited with status 0 in the middle of this case"));
  const RunRecord record = run_between("exit7");
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "crashed", "passed"));
  EXPECT_THAT(record.cases[1].reason, HasSubstr("exited with status 7"));
}

TEST_F(GuardEnding, AHangIsEndedAtItsLimit) {
  const RunRecord record = run_between(limited("hang", 200ms));
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "timeout", "passed"));
  EXPECT_THAT(record.cases[1].reason, StartsWith("the case did not end within 200 ms"));
  EXPECT_GE(record.cases[1].seconds, 0);
  EXPECT_EQ(record.exit, ExitCode::kFailed);
}

TEST_F(GuardEnding, AHangThatIgnoresTerminationIsKilledWithItsTree) {
  EXPECT_THAT(verdicts(run_between(limited("stubborn", 200ms))), ElementsAre("passed", "timeout", "passed"));
}

TEST_F(GuardEnding, WhatFinishesAfterItsLimitIsLateAndWhatWasBegunMeanwhileRunsAnew) {
  const RunRecord record = run(plan_of({limited("late", 200ms), task("onlyfresh")}));
  EXPECT_THAT(verdicts(record), ElementsAre("timeout", "passed"));
  EXPECT_EQ(record.cases[1].attempts, 1U);
}

TEST_F(GuardEnding, AHangBeforeTheFirstCaseIsEndedToo) {
  const RunRecord record = run(plan_of({limited("stuck", 200ms), task("pass_2")}));
  EXPECT_THAT(verdicts(record), ElementsAre("error", "error"));
  EXPECT_EQ(record.cases[0].fault, Fault::kMachine);
  EXPECT_THAT(record.cases[0].reason, HasSubstr("did not come to its first case within 200 ms"));
}

TEST_F(GuardEnding, MemoryOverTheLimitEndsTheCase) {
  Task hungry = task("memory");
  hungry.memory = 100'000'000;
  const RunRecord record = run_between(hungry);
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "crashed", "passed"));
  EXPECT_THAT(record.cases[1].reason,
              AllOf(StartsWith("out of memory: the processes held "), HasSubstr("this case may use 100 MB")));
}

TEST_F(GuardEnding, MemoryUnderTheLimitDoesNot) {
  Task modest = task("somememory");
  modest.memory = 100'000'000;
  EXPECT_THAT(verdicts(run_between(modest)), ElementsAre("passed", "passed", "passed"));
}

TEST_F(GuardEnding, MemoryOfAllProcessesCountsTogether) {
  Task family = task("manymemory");
  family.memory = 130'000'000;
  EXPECT_THAT(verdicts(run_between(family)), ElementsAre("passed", "crashed", "passed"));
}

TEST_F(GuardEnding, MemoryThatProcessesShareCountsOnce) {
  Task family = task("sharedmemory");
  family.memory = 130'000'000;
  EXPECT_THAT(verdicts(run_between(family)), ElementsAre("passed", "passed", "passed"));
}

TEST_F(GuardEnding, ACrashWhileReadingIsTheFaultOfTheData) {
  const RunRecord record = run_between("readcrash");
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "error", "passed"));
  EXPECT_EQ(record.cases[1].reason, "HDF5 crashed reading a.h5, x");
}

TEST_F(GuardEnding, AWorkerThatClosesItsLogHasNotFinishedItsCase) {
  EXPECT_THAT(verdicts(run(plan({"pass_1", "close"}))), ElementsAre("passed", "crashed"));
}

TEST_F(GuardEnding, GarbageInTheLogBreaksNothingAndForgesNothing) {
  // Among the garbage is an end of the worker by which the run would be cancelled.
  const RunRecord record = run(plan({"garbage", "segv_2", "pass_3"}));
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "crashed", "passed"));
  EXPECT_THAT(record.warnings, ElementsAre(HasSubstr("were no events of its cases")));
}

TEST_F(GuardEnding, ATornLastLineDoesNotHideTheEnd) {
  const RunRecord record = run_between("torn");
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "crashed", "passed"));
  EXPECT_THAT(record.cases[1].reason, HasSubstr("SIGSEGV"));
}

TEST_F(GuardEnding, ACrashAfterTheLastCaseIsAWarning) {
  const RunRecord record = run(plan({"pass_then_crash"}));
  EXPECT_THAT(verdicts(record), ElementsAre("passed"));
  EXPECT_THAT(record.warnings, ElementsAre(HasSubstr("SIGSEGV")));
}

TEST_F(GuardEnding, AHundredMegabytesOfOutputAreKeptInPart) {
  const RunRecord record = run_between("print");
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "passed", "passed"));
  const std::string output = content("run/workers/1/output.txt");
  EXPECT_THAT(output, StartsWith("the very first line\n"));
  EXPECT_TRUE(output.ends_with("\nthe very last line\n"));
  EXPECT_THAT(output, HasSubstr("bytes left out"));
  EXPECT_LT(output.size(), 600'000U);
}

}  // namespace
}  // namespace assay::run
