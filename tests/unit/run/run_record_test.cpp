#include <assay/run/run_record.hpp>

#include <gmock/gmock.h>

#include <csignal>
#include <limits>

namespace assay::run {
namespace {

using base::ExitCode;
using base::Fault;
using base::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

PlannedCase planned(const std::string& name, std::vector<std::string> checks = {}) {
  PlannedCase result;
  result.name = name;
  result.checks = std::move(checks);
  return result;
}

/// Writes a log line by line, a second apart.
class Log {
 public:
  explicit Log(std::vector<PlannedCase> cases) {
    add(EventKind::kRunStarted).time = "2026-11-30T14:00:00.000Z";
    for (PlannedCase& item : cases) {
      add(EventKind::kRunPlanned).planned = std::move(item);
    }
  }

  Event& add(EventKind kind, const std::string& case_name = "") {
    Event event;
    event.kind = kind;
    event.run = "r";
    event.case_name = case_name;
    event.monotonic_ns = 1'000'000'000 * static_cast<std::int64_t>(events_.size());
    return events_.emplace_back(event);
  }
  void start(const std::string& name) { add(EventKind::kCaseStarted, name); }
  void phase(const std::string& name, const std::string& phase, const std::string& detail) {
    Event& event = add(EventKind::kPhase, name);
    event.phase = phase;
    event.detail = detail;
  }
  void check(const std::string& name, const std::string& check, Verdict verdict, Fault fault = Fault::kNone,
             const std::string& reason = "") {
    base::CheckResult result;
    result.check = check;
    result.verdict = verdict;
    result.fault = fault;
    result.reason = reason;
    add(EventKind::kCheck, name).check = result;
  }
  Event& finish(const std::string& name, Verdict verdict, const std::string& reason = "", Fault fault = Fault::kNone) {
    Event& event = add(EventKind::kCaseFinished, name);
    event.verdict = verdict;
    event.reason = reason;
    event.fault = fault;
    event.seconds = 0.5;
    return event;
  }
  Event& end(const std::string& name, Ending ending, int code = 0, const std::string& detail = "") {
    Event& event = add(EventKind::kWorkerEnded, name);
    event.ending = ending;
    event.code = code;
    event.detail = detail;
    return event;
  }
  [[nodiscard]] RunRecord record() const { return to_record(events_); }
  [[nodiscard]] CaseRecord first() const { return record().cases.at(0); }

 private:
  std::vector<Event> events_;
};

std::vector<Verdict> verdicts(const CaseRecord& record) {
  std::vector<Verdict> result;
  for (const base::CheckResult& check : record.checks) {
    result.push_back(check.verdict);
  }
  return result;
}

struct EndingExpectation {
  const char* what;
  Ending ending;
  int code;
  const char* detail;
  Verdict verdict;
  Fault fault;
  const char* reason;
};

const EndingExpectation kEndings[] = {
    {"exit 0", Ending::kExited, 0, "", Verdict::kCrashed, Fault::kNone,
     "exited with status 0 in the middle of this case: a test must not call exit()"},
    {"exit 7", Ending::kExited, 7, "", Verdict::kCrashed, Fault::kNone,
     "exited with status 7 in the middle of this case"},
    {"segv", Ending::kSignalled, SIGSEGV, "", Verdict::kCrashed, Fault::kNone,
     "the worker was killed by signal 11 (SIGSEGV) in this case"},
    {"abort", Ending::kSignalled, SIGABRT, "", Verdict::kCrashed, Fault::kNone, "signal 6 (SIGABRT)"},
    {"kill", Ending::kSignalled, SIGKILL, "", Verdict::kCrashed, Fault::kNone, "out-of-memory killer"},
    {"timeout", Ending::kTimeout, 9, "no end within 2 s", Verdict::kTimeout, Fault::kNone, "no end within 2 s"},
    {"memory", Ending::kMemory, 9, "out of memory: the processes held 4.1 GB, this case may use 4 GB",
     Verdict::kCrashed, Fault::kNone, "out of memory: the processes held 4.1 GB, this case may use 4 GB"},
    {"budget", Ending::kBudget, 9, "the budget of 10 min was used up", Verdict::kNotRun, Fault::kMachine,
     "the budget of 10 min was used up"},
    {"cancelled", Ending::kCancelled, 15, "cancelled", Verdict::kCancelled, Fault::kNone, "cancelled"},
    {"not started", Ending::kNotStarted, 0, "cannot start x", Verdict::kError, Fault::kMachine, "cannot start x"},
};

TEST(RunRecord, AnEndingInTheMiddleOfACaseIsItsVerdict) {
  for (const EndingExpectation& expected : kEndings) {
    SCOPED_TRACE(expected.what);
    Log log({planned("s.expect.a", {"one", "two"})});
    log.start("s.expect.a");
    log.phase("s.expect.a", "scan", "train/images");
    log.check("s.expect.a", "one", Verdict::kPassed);
    log.end("s.expect.a", expected.ending, expected.code, expected.detail).output = "last words";
    const CaseRecord record = log.first();
    EXPECT_EQ(record.verdict, expected.verdict);
    EXPECT_EQ(record.fault, expected.fault);
    EXPECT_THAT(record.reason, HasSubstr(expected.reason));
    EXPECT_EQ(record.output, "last words");
    EXPECT_THAT(verdicts(record), ElementsAre(Verdict::kPassed, Verdict::kNotRun)) << "what was reported stays";
    EXPECT_DOUBLE_EQ(record.seconds, 3);
    if (expected.verdict == Verdict::kCrashed || expected.verdict == Verdict::kTimeout) {
      EXPECT_THAT(record.reason, HasSubstr("last phase: scan train/images"));
    }
  }
}

TEST(RunRecord, ACaseThatFinishesAfterItsLimitIsLate) {
  for (const Ending ending : {Ending::kTimeout, Ending::kMemory}) {
    Log log({planned("s.expect.a")});
    log.start("s.expect.a");
    log.finish("s.expect.a", Verdict::kPassed);
    log.end("s.expect.a", ending, SIGKILL, "too much");
    EXPECT_EQ(log.first().verdict, ending == Ending::kTimeout ? Verdict::kTimeout : Verdict::kCrashed);
  }
}

TEST(RunRecord, AStartThatCameToNothingIsForgottenWithTheNext) {
  Log log({planned("s.expect.a")});
  log.start("s.expect.a");
  log.end("s.expect.before", Ending::kTimeout, SIGKILL, "too long");
  log.start("s.expect.a");
  log.finish("s.expect.a", Verdict::kPassed);
  EXPECT_EQ(log.first().verdict, Verdict::kPassed);
  EXPECT_EQ(log.first().attempts, 1U);
}

TEST(RunRecord, AnEndingAfterTheEndOfACaseLeavesItsVerdictAlone) {
  for (const EndingExpectation& expected : kEndings) {
    if (expected.ending == Ending::kTimeout || expected.ending == Ending::kMemory) {
      continue;
    }
    SCOPED_TRACE(expected.what);
    Log log({planned("s.expect.a", {"one"})});
    log.start("s.expect.a");
    log.check("s.expect.a", "one", Verdict::kPassed);
    log.finish("s.expect.a", Verdict::kPassed);
    log.end("s.expect.a", expected.ending, expected.code, expected.detail);
    const CaseRecord record = log.first();
    EXPECT_EQ(record.verdict, Verdict::kPassed);
    EXPECT_EQ(record.reason, "");
    EXPECT_DOUBLE_EQ(record.seconds, 0.5) << "the worker's own time counts";
  }
}

TEST(RunRecord, ACrashOrHangWhileReadingIsTheFaultOfTheData) {
  const struct {
    Ending ending;
    const char* reason;
  } cases[] = {{Ending::kSignalled, "HDF5 crashed reading a.h5, train/images"},
               {Ending::kTimeout, "HDF5 hung reading a.h5, train/images"}};
  for (const auto& expected : cases) {
    Log log({planned("s.expect.a", {"shape", "mean", "std"})});
    log.start("s.expect.a");
    log.check("s.expect.a", "shape", Verdict::kPassed);
    log.phase("s.expect.a", "read", "a.h5, train/images");
    log.end("s.expect.a", expected.ending, SIGSEGV, "no end within 2 s");
    const RunRecord run = log.record();
    const CaseRecord& record = run.cases.at(0);
    EXPECT_EQ(record.verdict, Verdict::kError);
    EXPECT_EQ(record.fault, Fault::kData);
    EXPECT_EQ(record.reason, expected.reason);
    EXPECT_THAT(verdicts(record), ElementsAre(Verdict::kPassed, Verdict::kError, Verdict::kError));
    EXPECT_EQ(record.checks[2].fault, Fault::kData);
    EXPECT_EQ(record.checks[2].reason, expected.reason);
    EXPECT_EQ(run.exit, ExitCode::kFailed);
  }
}

TEST(RunRecord, AnOutOfMemoryKillWhileReadingIsNotTheFaultOfTheData) {
  Log log({planned("s.expect.a", {"mean"})});
  log.start("s.expect.a");
  log.phase("s.expect.a", "read", "a.h5, x");
  log.end("s.expect.a", Ending::kMemory, SIGKILL, "out of memory");
  EXPECT_EQ(log.first().verdict, Verdict::kCrashed);
}

TEST(RunRecord, AnEarlierReadPhaseDoesNotAccuseTheData) {
  Log log({planned("s.expect.a", {"mean"})});
  log.start("s.expect.a");
  log.phase("s.expect.a", "read", "a.h5, x");
  log.phase("s.expect.a", "judge", "");
  log.end("s.expect.a", Ending::kSignalled, SIGSEGV);
  EXPECT_EQ(log.first().verdict, Verdict::kCrashed);
  EXPECT_THAT(verdicts(log.first()), ElementsAre(Verdict::kNotRun));
}

TEST(RunRecord, ACaseThatNeverStartedIsNotRun) {
  Log log({planned("s.expect.a", {"mean"}), planned("s.expect.b")});
  log.start("s.expect.b");
  log.finish("s.expect.b", Verdict::kPassed);
  const RunRecord run = log.record();
  EXPECT_EQ(run.cases[0].verdict, Verdict::kNotRun);
  EXPECT_EQ(run.cases[0].fault, Fault::kMachine);
  EXPECT_THAT(verdicts(run.cases[0]), ElementsAre(Verdict::kNotRun));
  EXPECT_EQ(run.exit, ExitCode::kInfrastructure);
}

TEST(RunRecord, ALogThatStopsInACaseIsAnErrorOfTheMachine) {
  Log log({planned("s.expect.a", {"mean"})});
  log.start("s.expect.a");
  EXPECT_EQ(log.first().verdict, Verdict::kError);
  EXPECT_EQ(log.first().fault, Fault::kMachine);
}

TEST(RunRecord, ChecksStandInTheOrderOfThePlanAndTheCaseIsTheWorstOfThem) {
  Log log({planned("s.expect.a", {"one", "two", "three"})});
  log.start("s.expect.a");
  log.check("s.expect.a", "three", Verdict::kFailed);
  log.check("s.expect.a", "two", Verdict::kError, Fault::kUser, "a mean of text");
  log.check("s.expect.a", "one", Verdict::kPassed);
  log.finish("s.expect.a", Verdict::kPassed);
  const RunRecord run = log.record();
  EXPECT_THAT(verdicts(run.cases[0]), ElementsAre(Verdict::kPassed, Verdict::kError, Verdict::kFailed));
  EXPECT_EQ(run.cases[0].verdict, Verdict::kFailed);
  EXPECT_EQ(run.cases[0].reason, "1 of 3 checks failed: three");
  EXPECT_EQ(run.exit, ExitCode::kUserError);
}

TEST(RunRecord, ACheckThatIsAnErrorMakesTheCaseAnError) {
  Log log({planned("s.expect.a", {"one"})});
  log.start("s.expect.a");
  log.check("s.expect.a", "one", Verdict::kError, Fault::kData, "truncated");
  log.finish("s.expect.a", Verdict::kPassed);
  EXPECT_EQ(log.first().verdict, Verdict::kError);
  EXPECT_EQ(log.first().fault, Fault::kData);
  EXPECT_EQ(log.first().reason, "truncated");
}

TEST(RunRecord, APassWithoutAVerdictOnEveryCheckIsNoPass) {
  Log log({planned("s.expect.a", {"one", "two"})});
  log.start("s.expect.a");
  log.check("s.expect.a", "one", Verdict::kPassed);
  log.finish("s.expect.a", Verdict::kPassed);
  const RunRecord run = log.record();
  EXPECT_EQ(run.cases[0].verdict, Verdict::kError);
  EXPECT_EQ(run.cases[0].checks[1].fault, Fault::kMachine);
  EXPECT_EQ(run.exit, ExitCode::kInfrastructure);
}

TEST(RunRecord, AFailureOfTheCaseItselfStaysWithGoodChecks) {
  Log log({planned("s.test.F.a", {"one"})});
  log.start("s.test.F.a");
  log.check("s.test.F.a", "one", Verdict::kPassed);
  log.finish("s.test.F.a", Verdict::kFailed, "a.cpp:3: expected 1");
  EXPECT_EQ(log.first().verdict, Verdict::kFailed);
  EXPECT_EQ(log.first().reason, "a.cpp:3: expected 1");
}

TEST(RunRecord, ChecksThatWereNotPlannedAreKeptAndSoAreTwins) {
  Log log({planned("s.test.F.a", {"one"})});
  log.start("s.test.F.a");
  log.check("s.test.F.a", "mean", Verdict::kFailed);
  log.check("s.test.F.a", "one", Verdict::kPassed);
  log.check("s.test.F.a", "mean", Verdict::kPassed);
  log.check("s.test.F.a", "one", Verdict::kPassed);
  log.finish("s.test.F.a", Verdict::kFailed);
  std::vector<std::string> names;
  for (const base::CheckResult& check : log.first().checks) {
    names.push_back(check.check);
  }
  EXPECT_THAT(names, ElementsAre("one", "mean", "mean~2", "one~2"));
}

TEST(RunRecord, ChecksAfterTheEndOfTheirCaseStillBelongToIt) {
  Log log({planned("s.expect.a", {"one"})});
  log.start("s.expect.a");
  log.finish("s.expect.a", Verdict::kPassed);
  log.check("s.expect.a", "one", Verdict::kFailed);
  log.phase("s.expect.a", "tear down", "");
  EXPECT_EQ(log.first().verdict, Verdict::kFailed);
  EXPECT_EQ(log.first().attempts, 1U);
}

TEST(RunRecord, SkipsCarryTheirReasonToTheChecks) {
  PlannedCase no_device = planned("s.memorize.a", {"steps"});
  no_device.skip = "needs an NVIDIA GPU";
  const RunRecord run = Log({no_device}).record();
  EXPECT_EQ(run.cases[0].verdict, Verdict::kSkipped);
  EXPECT_EQ(run.cases[0].reason, "needs an NVIDIA GPU");
  EXPECT_THAT(verdicts(run.cases[0]), ElementsAre(Verdict::kSkipped));
  EXPECT_EQ(run.exit, ExitCode::kSkipped);
}

TEST(RunRecord, ARequiredDeviceThatIsMissingIsAnErrorOfTheMachine) {
  PlannedCase no_device = planned("s.memorize.a", {"steps"});
  no_device.skip = "needs an NVIDIA GPU";
  no_device.skip_fault = Fault::kMachine;
  const RunRecord run = Log({no_device}).record();
  EXPECT_EQ(run.cases[0].verdict, Verdict::kError);
  EXPECT_THAT(verdicts(run.cases[0]), ElementsAre(Verdict::kNotRun));
  EXPECT_EQ(run.exit, ExitCode::kInfrastructure);
}

PlannedCase expected_to_fail(bool expired = false) {
  PlannedCase result = planned("s.expect.a", {"one", "two"});
  result.xfail = "issue 12";
  result.xfail_until = "2026-03-01";
  result.xfail_expired = expired;
  return result;
}

RunRecord run_with_checks(const PlannedCase& item, Verdict one, Verdict two) {
  Log log({item});
  log.start(item.name);
  log.check(item.name, "one", one, one == Verdict::kError ? Fault::kData : Fault::kNone, "why");
  log.check(item.name, "two", two);
  log.finish(item.name, Verdict::kPassed);
  return log.record();
}

TEST(RunRecord, AnExpectedFailureIsXfailed) {
  const RunRecord run = run_with_checks(expected_to_fail(), Verdict::kFailed, Verdict::kPassed);
  EXPECT_EQ(run.cases[0].verdict, Verdict::kXfailed);
  EXPECT_THAT(verdicts(run.cases[0]), ElementsAre(Verdict::kXfailed, Verdict::kPassed));
  EXPECT_EQ(run.cases[0].checks[0].reason, "expected (issue 12): why");
  EXPECT_EQ(run.exit, ExitCode::kPassed);
}

TEST(RunRecord, AnExpectedFailureThatPassesIsXpassed) {
  const RunRecord run = run_with_checks(expected_to_fail(), Verdict::kPassed, Verdict::kPassed);
  EXPECT_EQ(run.cases[0].verdict, Verdict::kXpassed);
  EXPECT_THAT(run.cases[0].reason, HasSubstr("issue 12"));
  EXPECT_EQ(run.exit, ExitCode::kFailed);
}

TEST(RunRecord, AnErrorIsNotCoveredByAnExpectedFailure) {
  const RunRecord both = run_with_checks(expected_to_fail(), Verdict::kError, Verdict::kFailed);
  EXPECT_EQ(both.cases[0].verdict, Verdict::kError);
  EXPECT_THAT(verdicts(both.cases[0]), ElementsAre(Verdict::kError, Verdict::kXfailed));
  EXPECT_EQ(both.exit, ExitCode::kFailed);
  const RunRecord only = run_with_checks(expected_to_fail(), Verdict::kError, Verdict::kPassed);
  EXPECT_EQ(only.cases[0].verdict, Verdict::kError) << "an error is no unexpected pass";
}

TEST(RunRecord, ACrashIsNotCoveredByAnExpectedFailure) {
  Log log({expected_to_fail()});
  log.start("s.expect.a");
  log.check("s.expect.a", "one", Verdict::kFailed);
  log.end("s.expect.a", Ending::kSignalled, SIGSEGV);
  EXPECT_EQ(log.first().verdict, Verdict::kCrashed);
  EXPECT_THAT(verdicts(log.first()), ElementsAre(Verdict::kXfailed, Verdict::kNotRun));
}

TEST(RunRecord, AnExpiredExpectationExcusesNothing) {
  const RunRecord failed = run_with_checks(expected_to_fail(true), Verdict::kFailed, Verdict::kPassed);
  EXPECT_EQ(failed.cases[0].verdict, Verdict::kFailed);
  EXPECT_EQ(failed.cases[0].checks[0].verdict, Verdict::kFailed);
  EXPECT_EQ(failed.cases[0].checks[0].reason, "why; it was expected to fail (issue 12) until 2026-03-01");
  const RunRecord passed = run_with_checks(expected_to_fail(true), Verdict::kPassed, Verdict::kPassed);
  EXPECT_EQ(passed.cases[0].verdict, Verdict::kPassed);
}

TEST(RunRecord, ACaseWithoutChecksCanBeExpectedToFailToo) {
  PlannedCase item = expected_to_fail();
  item.checks.clear();
  for (const auto& [verdict, expected] :
       {std::pair(Verdict::kFailed, Verdict::kXfailed), std::pair(Verdict::kPassed, Verdict::kXpassed),
        std::pair(Verdict::kSkipped, Verdict::kSkipped)}) {
    Log log({item});
    log.start(item.name);
    log.finish(item.name, verdict, "why");
    EXPECT_EQ(log.first().verdict, expected);
  }
}

PlannedCase with_attempts(unsigned repeat, unsigned retries) {
  PlannedCase result = planned("s.expect.a", {"one"});
  result.repeat = repeat;
  result.retries = retries;
  return result;
}

/// `p` passes, `f` fails, `c` crashes, `n` is cut before it starts.
CaseRecord run_attempts(const PlannedCase& item, const std::string& attempts) {
  Log log({item});
  for (const char attempt : attempts) {
    if (attempt == 'n') {
      log.finish(item.name, Verdict::kNotRun, "budget", Fault::kMachine);
      continue;
    }
    log.start(item.name);
    if (attempt == 'c') {
      log.end(item.name, Ending::kSignalled, SIGSEGV);
      continue;
    }
    log.check(item.name, "one", attempt == 'p' ? Verdict::kPassed : Verdict::kFailed, Fault::kNone,
              attempt == 'p' ? "" : "too big");
    log.finish(item.name, Verdict::kPassed);
  }
  return log.first();
}

TEST(RunRecord, AttemptsAreJoinedByTheRulesOfRetriesAndRepetitions) {
  const struct {
    unsigned repeat;
    unsigned retries;
    const char* attempts;
    Verdict verdict;
    unsigned count;
  } table[] = {
      {1, 0, "p", Verdict::kPassed, 1},   {1, 0, "f", Verdict::kFailed, 1},    {1, 1, "p", Verdict::kPassed, 1},
      {1, 1, "fp", Verdict::kFlaky, 2},   {1, 1, "ff", Verdict::kFailed, 2},   {1, 2, "ffp", Verdict::kFlaky, 3},
      {1, 1, "cp", Verdict::kFlaky, 2},   {1, 1, "fc", Verdict::kCrashed, 2},  {1, 1, "fn", Verdict::kFailed, 2},
      {3, 0, "ppp", Verdict::kPassed, 3}, {3, 0, "pfp", Verdict::kFailed, 3},  {3, 0, "pcf", Verdict::kCrashed, 3},
      {3, 0, "pn", Verdict::kNotRun, 2},  {2, 1, "fpp", Verdict::kFlaky, 3},   {2, 1, "pfp", Verdict::kFlaky, 3},
      {2, 1, "ffp", Verdict::kFailed, 3}, {2, 1, "fpff", Verdict::kFailed, 4},
  };
  for (const auto& row : table) {
    SCOPED_TRACE(std::string(row.attempts) + " repeat " + std::to_string(row.repeat) + " retries " +
                 std::to_string(row.retries));
    const CaseRecord record = run_attempts(with_attempts(row.repeat, row.retries), row.attempts);
    EXPECT_EQ(record.verdict, row.verdict);
    EXPECT_EQ(record.attempts, row.count);
  }
}

TEST(RunRecord, AFlakyCaseSaysWhatHappenedAtFirst) {
  const CaseRecord record = run_attempts(with_attempts(1, 1), "fp");
  EXPECT_THAT(record.reason, HasSubstr("passed at attempt 2; at first failed: 1 of 1 checks failed: one"));
  ASSERT_EQ(record.checks.size(), 1U);
  EXPECT_EQ(record.checks[0].verdict, Verdict::kFlaky);
  EXPECT_THAT(record.checks[0].reason, HasSubstr("too big"));
  const CaseRecord repeated = run_attempts(with_attempts(3, 0), "pfp");
  EXPECT_THAT(repeated.reason, HasSubstr("1 of 3 repetitions"));
}

TEST(RunRecord, WorkersMayInterleave) {
  Log log({planned("s.expect.a", {"one"}), planned("s.expect.b", {"one"})});
  log.start("s.expect.a");
  log.start("s.expect.b");
  log.check("s.expect.b", "one", Verdict::kFailed);
  log.check("s.expect.a", "one", Verdict::kPassed);
  log.end("s.expect.b", Ending::kSignalled, SIGSEGV);
  log.finish("s.expect.a", Verdict::kPassed);
  const RunRecord run = log.record();
  EXPECT_EQ(run.cases[0].verdict, Verdict::kPassed);
  EXPECT_EQ(run.cases[1].verdict, Verdict::kCrashed);
}

TEST(RunRecord, WarnsOfProcessesLeftBehindBrokenLinesAndStrangers) {
  Log log({planned("s.expect.a")});
  log.start("s.expect.a");
  log.finish("s.expect.a", Verdict::kPassed);
  log.start("s.expect.stranger");
  Event& ended = log.end("", Ending::kExited, 0);
  ended.swept = {"sleep (12)", "cat (13)"};
  ended.last_case = "s.expect.a";
  ended.broken_lines = 3;
  const RunRecord run = log.record();
  ASSERT_EQ(run.warnings.size(), 3U);
  EXPECT_EQ(run.warnings[0], "s.expect.a: left 2 processes running, which Assay ended: sleep (12), cat (13)");
  EXPECT_THAT(run.warnings[1], StartsWith("s.expect.a: 3 lines"));
  EXPECT_THAT(run.warnings[2], HasSubstr("s.expect.stranger"));
  EXPECT_EQ(run.exit, ExitCode::kPassed);
}

TEST(RunRecord, WhatWasEndedByAssayItselfIsNoWarning) {
  Log log({planned("s.expect.a")});
  log.start("s.expect.a");
  log.end("s.expect.a", Ending::kTimeout, SIGKILL, "no end").swept = {"sleep (12)"};
  EXPECT_THAT(log.record().warnings, IsEmpty());
}

TEST(RunRecord, ACrashAfterTheLastCaseIsAWarning) {
  Log log({planned("s.expect.a")});
  log.start("s.expect.a");
  log.finish("s.expect.a", Verdict::kPassed);
  log.end("", Ending::kSignalled, SIGSEGV).last_case = "s.expect.a";
  const RunRecord run = log.record();
  EXPECT_THAT(run.warnings, ElementsAre(HasSubstr("signal 11 (SIGSEGV) after this case had finished")));
}

TEST(RunRecord, TimesComeFromTheRunner) {
  Log log({planned("s.expect.a")});
  log.add(EventKind::kRunFinished).seconds = 12.5;
  const RunRecord run = log.record();
  EXPECT_EQ(run.run, "r");
  EXPECT_EQ(run.started, "2026-11-30T14:00:00.000Z");
  EXPECT_DOUBLE_EQ(run.seconds, 12.5);
}

TEST(RunRecord, AnEmptyLogIsARunOfNothing) {
  const RunRecord run = to_record({});
  EXPECT_THAT(run.cases, IsEmpty());
  EXPECT_EQ(run.exit, ExitCode::kNothingRan);
}

TEST(RunRecord, ACasePlannedTwiceStandsOnce) {
  Log log({planned("s.expect.a"), planned("s.expect.a")});
  EXPECT_EQ(log.record().cases.size(), 1U);
}

CaseRecord with(Verdict verdict, Fault fault = Fault::kNone) {
  CaseRecord record;
  record.verdict = verdict;
  record.fault = fault;
  return record;
}

TEST(ExitCodeOf, OneCase) {
  const struct {
    Verdict verdict;
    Fault fault;
    ExitCode exit;
  } table[] = {
      {Verdict::kPassed, Fault::kNone, ExitCode::kPassed},
      {Verdict::kFlaky, Fault::kNone, ExitCode::kPassed},
      {Verdict::kXfailed, Fault::kNone, ExitCode::kPassed},
      {Verdict::kSkipped, Fault::kNone, ExitCode::kSkipped},
      {Verdict::kFailed, Fault::kNone, ExitCode::kFailed},
      {Verdict::kCrashed, Fault::kNone, ExitCode::kFailed},
      {Verdict::kTimeout, Fault::kNone, ExitCode::kFailed},
      {Verdict::kStalled, Fault::kNone, ExitCode::kFailed},
      {Verdict::kXpassed, Fault::kNone, ExitCode::kFailed},
      {Verdict::kError, Fault::kData, ExitCode::kFailed},
      {Verdict::kError, Fault::kNone, ExitCode::kFailed},
      {Verdict::kError, Fault::kUser, ExitCode::kUserError},
      {Verdict::kError, Fault::kMachine, ExitCode::kInfrastructure},
      {Verdict::kNotRun, Fault::kMachine, ExitCode::kInfrastructure},
      {Verdict::kCancelled, Fault::kNone, ExitCode::kInfrastructure},
      {Verdict::kNotRun, Fault::kNone, ExitCode::kNothingRan},
  };
  for (const auto& row : table) {
    const std::vector<CaseRecord> cases = {with(row.verdict, row.fault)};
    EXPECT_EQ(exit_code_of(cases), row.exit) << base::to_text(row.verdict) << ' ' << base::to_text(row.fault);
  }
}

TEST(ExitCodeOf, TheFirstOfTwoOneThreeFourCounts) {
  const CaseRecord user = with(Verdict::kError, Fault::kUser);
  const CaseRecord failed = with(Verdict::kFailed);
  const CaseRecord machine = with(Verdict::kNotRun, Fault::kMachine);
  const CaseRecord nothing = with(Verdict::kNotRun);
  const CaseRecord skipped = with(Verdict::kSkipped);
  const CaseRecord passed = with(Verdict::kPassed);
  using Cases = std::vector<CaseRecord>;
  EXPECT_EQ(exit_code_of(Cases{passed, nothing, machine, failed, user}), ExitCode::kUserError);
  EXPECT_EQ(exit_code_of(Cases{passed, nothing, machine, failed}), ExitCode::kFailed);
  EXPECT_EQ(exit_code_of(Cases{passed, nothing, machine}), ExitCode::kInfrastructure);
  EXPECT_EQ(exit_code_of(Cases{passed, nothing}), ExitCode::kNothingRan);
  EXPECT_EQ(exit_code_of(Cases{passed, skipped}), ExitCode::kPassed);
  EXPECT_EQ(exit_code_of(Cases{skipped, skipped}), ExitCode::kSkipped);
  EXPECT_EQ(exit_code_of(Cases{}), ExitCode::kNothingRan);
}

TEST(ExitCodeOf, ChecksCountToo) {
  CaseRecord item = with(Verdict::kFailed);
  item.checks.resize(1);
  item.checks[0].verdict = Verdict::kError;
  item.checks[0].fault = Fault::kUser;
  EXPECT_EQ(exit_code_of(std::vector{item}), ExitCode::kUserError);
  item = with(Verdict::kCrashed);
  item.checks.resize(1);
  EXPECT_EQ(exit_code_of(std::vector{item}), ExitCode::kFailed) << "not_run checks of a crashed case";
  item = with(Verdict::kPassed);
  item.checks.resize(1);
  EXPECT_EQ(exit_code_of(std::vector{item}), ExitCode::kNothingRan) << "a check that nobody ran is no pass";
}

TEST(RunRecord, TheLossOfEachStepIsKeptByRun) {
  Log log({planned("m")});
  log.start("m");
  const auto step = [&log](std::uint64_t number, double loss, const std::string& run) {
    Event& event = log.add(EventKind::kStep, "m");
    event.step = number;
    event.loss = loss;
    event.detail = run;
  };
  step(1, 2.5, "seed 1");
  step(2, 0.5, "seed 1");
  step(1, std::numeric_limits<double>::infinity(), "seed 2");
  log.add(EventKind::kStep, "m").step = 2;  // a worker that does not say the loss
  log.finish("m", Verdict::kPassed);
  const RunRecord record = log.record();
  ASSERT_EQ(record.cases[0].curves.size(), 2U);
  EXPECT_EQ(record.cases[0].curves[0], (Curve{"loss, seed 1", {{1, 2.5}, {2, 0.5}}}));
  EXPECT_EQ(record.cases[0].curves[1], (Curve{"loss, seed 2", {{1, std::numeric_limits<double>::infinity()}}}));
}

}  // namespace
}  // namespace assay::run
