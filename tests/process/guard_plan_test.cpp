// How the runner carries out a plan: programs that do not start, budgets, retries, repetitions, several workers.
#include <assay/base/error.hpp>
#include <assay/base/file_descriptor.hpp>

#include "guarded_run.hpp"
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>

namespace assay::run {
namespace {

using namespace std::chrono_literals;
using base::ExitCode;
using base::Fault;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class GuardPlan : public GuardedRun {};

TEST_F(GuardPlan, AProgramThatIsNotThereIsTheFaultOfTheMachine) {
  Plan missing = plan({"pass_1", "pass_2"});
  missing.jobs[0].program = folder() / "nothing";
  const RunRecord record = run(missing);
  EXPECT_THAT(verdicts(record), ElementsAre("error", "error"));
  EXPECT_EQ(record.cases[1].fault, Fault::kMachine);
  EXPECT_THAT(record.cases[1].reason, AllOf(HasSubstr((folder() / "nothing").native()), HasSubstr("No such file")));
  EXPECT_EQ(record.exit, ExitCode::kInfrastructure);
}

TEST_F(GuardPlan, AFileThatIsNoProgramIsTheFaultOfTheMachine) {
  TemporaryFolder programs;
  const auto file = programs.append("text", "hello\n");
  Plan wrong = plan({"pass_1"});
  wrong.jobs[0].program = file;
  EXPECT_THAT(run(wrong).cases[0].reason, HasSubstr("Permission denied"));
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  EXPECT_THAT(run(wrong).cases[0].reason, HasSubstr("is it a program?"));
}

TEST_F(GuardPlan, AWorkerThatComesToNoCaseIsTriedOnce) {
  const RunRecord record = run(plan({"never_1", "pass_2"}));
  EXPECT_THAT(verdicts(record), ElementsAre("error", "error"));
  EXPECT_THAT(record.cases[1].reason, HasSubstr("exited with status 0 before it came to this case"));
  EXPECT_EQ(events(EventKind::kWorkerEnded).size(), 1U);
}

TEST_F(GuardPlan, AMissingLibraryIsHintedAt) {
  EXPECT_THAT(run(plan({"library_1"})).cases[0].reason, HasSubstr("shared library"));
}

TEST_F(GuardPlan, AWorkerThatNeverComesToTheRestIsGivenUp) {
  // The first worker crashes in its case; the fresh one for the rest comes to none.
  EXPECT_THAT(verdicts(run(plan({"segv_1", "never_2", "pass_3"}))), ElementsAre("crashed", "error", "error"));
}

TEST_F(GuardPlan, ABudgetCutsWhatRunsAndWhatWaits) {
  Plan cut = plan({"pass_1", "hang_2", "pass_3"});
  cut.tasks.push_back(task("pass_4"));
  cut.jobs.push_back({cut.jobs[0].suite_file, cut.jobs[0].program, {3}});
  cut.budget = 1500ms;
  const RunRecord record = run(cut);
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "not_run", "not_run", "not_run"));
  EXPECT_THAT(record.cases[1].reason, HasSubstr("the budget of 1.5 s was used up while this case ran"));
  EXPECT_THAT(record.cases[3].reason, HasSubstr("before this case was started"));
  EXPECT_EQ(record.cases[3].fault, Fault::kMachine);
  EXPECT_EQ(record.exit, ExitCode::kInfrastructure);
}

TEST_F(GuardPlan, ARetryInAFreshWorkerMakesACaseFlaky) {
  Task second = task("second");
  second.planned.retries = second.retries = 2;
  const RunRecord record = run(plan_of({second, task("pass_2")}));
  EXPECT_THAT(verdicts(record), ElementsAre("flaky", "passed"));
  EXPECT_EQ(record.cases[0].attempts, 2U);
  EXPECT_EQ(record.exit, ExitCode::kPassed);
}

TEST_F(GuardPlan, WithoutRetriesItIsACrash) {
  EXPECT_THAT(verdicts(run(plan({"second", "pass_2"}))), ElementsAre("crashed", "passed"));
}

TEST_F(GuardPlan, RetriesEndAtTheirNumber) {
  Task broken = task("segv");
  broken.planned.retries = broken.retries = 2;
  const RunRecord record = run(plan_of({broken}));
  EXPECT_THAT(verdicts(record), ElementsAre("crashed"));
  EXPECT_EQ(record.cases[0].attempts, 3U);
}

TEST_F(GuardPlan, EveryRepetitionMustPass) {
  std::vector<Task> tasks = {task("pass_1"), task("second"), task("pass_3")};
  for (Task& item : tasks) {
    item.planned.repeat = 3;
  }
  const RunRecord record = run(plan_of(tasks));
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "crashed", "passed"));
  for (const CaseRecord& item : record.cases) {
    EXPECT_EQ(item.attempts, 3U) << item.planned.name;
  }
}

TEST_F(GuardPlan, WorkersRunSideBySide) {
  // Two hangs end at the budget together, so neither waited for the other.
  Plan two = plan({"hang_1"});
  two.tasks.push_back(task("hang_2"));
  two.jobs.push_back({two.jobs[0].suite_file, two.jobs[0].program, {1}});
  two.budget = 1500ms;
  const RunRecord record = run(two, 2);
  for (const CaseRecord& item : record.cases) {
    EXPECT_THAT(item.reason, HasSubstr("while this case ran")) << item.planned.name;
  }
}

TEST_F(GuardPlan, ASkippedCaseIsPlannedAndNotRun) {
  Plan skipping = plan({"segv_1", "pass_2"});
  skipping.tasks[0].planned.skip = "no device";
  skipping.jobs[0].tasks = {1};
  EXPECT_THAT(verdicts(run(skipping)), ElementsAre("skipped", "passed"));
}

TEST_F(GuardPlan, APlanWithoutJobsHasARecordToo) {
  Plan skipping = plan({"pass_1"});
  skipping.tasks[0].planned.skip = "no device";
  skipping.jobs.clear();
  EXPECT_EQ(run(skipping).exit, ExitCode::kSkipped);
  EXPECT_EQ(run(Plan()).exit, ExitCode::kNothingRan);
}

TEST_F(GuardPlan, TheObserverIsToldWhatTheLogHolds) {
  std::vector<Event> told;
  ExecuteOptions options;
  options.run = "r";
  options.guard_program = program("ASSAY_TEST_GUARD");
  options.folder = folder() / "run";
  options.observer = [&told](const Event& event) { told.push_back(event); };
  const RunRecord record = execute(plan({"pass_1", "segv_2"}), options);
  EXPECT_EQ(told, events());
  EXPECT_EQ(to_record(told), record);
}

TEST_F(GuardPlan, AFolderThatCannotBeMadeIsAnError) {
  TemporaryFolder place;
  ExecuteOptions options;
  options.guard_program = program("ASSAY_TEST_GUARD");
  options.folder = place.append("file", "") / "run";
  EXPECT_THROW(static_cast<void>(execute(plan({"pass_1"}), options)), base::InfrastructureError);
}

TEST_F(GuardPlan, AGuardThatCannotBeStartedIsAnError) {
  ExecuteOptions options;
  options.guard_program = folder() / "nothing";
  options.folder = folder() / "run";
  EXPECT_THROW(static_cast<void>(execute(plan({"pass_1"}), options)), base::InfrastructureError);
}

TEST_F(GuardPlan, AGuardThatSaysNothingIsTheFaultOfTheMachine) {
  ExecuteOptions options;
  options.guard_program = "/bin/false";
  options.folder = folder() / "run";
  const RunRecord record = execute(plan({"pass_1"}), options);
  EXPECT_EQ(record.cases[0].fault, Fault::kMachine);
  EXPECT_THAT(record.cases[0].reason, HasSubstr("the guard of the worker ended with status 1"));
}

TEST_F(GuardPlan, AWorkerStartsCleanly) {
  Task curious = task("environment");
  curious.threads = 3;
  curious.env.emplace_back("GIVEN", "a value = 1");
  const base::FileDescriptor leaky(::open("/dev/null", O_RDONLY));  // not closed on exec, as a careless host has it
  EXPECT_THAT(verdicts(run(plan_of({curious}))), ElementsAre("passed"));
  const auto facts = nlohmann::json::parse(content("facts.json"));
  EXPECT_EQ(facts["threads"], "3");
  EXPECT_EQ(facts["given"], "a value = 1");
  EXPECT_TRUE(std::filesystem::equivalent(facts["folder"].get<std::string>(), folder()));
  EXPECT_TRUE(facts["leader"].get<bool>());
  EXPECT_THAT(facts["others"], IsEmpty()) << "descriptors besides the standard ones and the event log";
}

}  // namespace
}  // namespace assay::run
