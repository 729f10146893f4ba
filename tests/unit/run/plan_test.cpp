#include <assay/base/error.hpp>
#include <assay/run/detail/chosen_case.hpp>
#include <assay/run/plan.hpp>
#include <assay/suite/load.hpp>

#include "temporary_folder.hpp"
#include <gmock/gmock.h>

namespace assay::run {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kProject = R"(
[project]
name = "p"
[tier.pr]
budget = "10m"
per_case = "2m"
[tier.nightly]
budget = "2h"
)";

constexpr const char* kSuite = R"(
[suite]
name = "s"
[data]
train = "train.h5"
[expect.a]
data = "train"
dataset = "x"
shape = [1]
mean = [0, 1]
[expect.b]
data = "train"
dataset = "y"
rows = 1
timeout = "5s"
threads = 2
[expect.c]
data = "train"
dataset = "z"
rows = 1
tier = "nightly"
)";

/// A project of one suite in a folder of its own.
class PlanTest : public testing::Test {
 protected:
  PlanTest() {
    folder_.append("assay.toml", kProject);
    folder_.append("suite/train.h5", "never opened");
  }

  [[nodiscard]] suite::Project project(const std::string& suite) const {
    folder_.append("suite/suite.toml", suite);
    return suite::load_project(folder_.path());
  }

  [[nodiscard]] Plan plan(const std::string& suite, const Selection& selection = {},
                          const std::optional<std::string>& no_cuda = "no GPU here") const {
    const CudaProbe probe = [no_cuda] { return no_cuda; };
    return make_plan(project(suite), selection, {{"s", stock()}}, probe);
  }

  /// What a plan that cannot be made says.
  [[nodiscard]] std::vector<std::string> mistakes(const std::string& suite, const Selection& selection,
                                                  const std::map<std::string, WorkerProgram>& programs) const {
    std::vector<std::string> messages;
    try {
      static_cast<void>(make_plan(project(suite), selection, programs, [] { return std::nullopt; }));
    } catch (const base::UserError& error) {
      for (const base::Mistake& mistake : error.mistakes()) {
        messages.push_back(mistake.to_text());
      }
    }
    return messages;
  }

  [[nodiscard]] static WorkerProgram stock() {
    WorkerProgram program;
    program.executable = "/bin/assay-data";
    return program;
  }

  [[nodiscard]] static WorkerProgram own(std::vector<std::string> tests) {
    WorkerProgram program;
    program.executable = "/build/own";
    program.own = true;
    program.tests = std::move(tests);
    program.build = "/build";
    return program;
  }

  TemporaryFolder folder_;
};

std::vector<std::string> names(const Plan& plan) {
  std::vector<std::string> result;
  for (const Task& task : plan.tasks) {
    result.push_back(task.planned.name);
  }
  return result;
}

TEST_F(PlanTest, TheFirstTierIsTheDefault) {
  const Plan made = plan(kSuite);
  EXPECT_THAT(names(made), ElementsAre("s.expect.a", "s.expect.b"));
  EXPECT_EQ(made.budget, 10min);
  const PlannedCase& first = made.tasks[0].planned;
  EXPECT_EQ(first.suite, "s");
  EXPECT_EQ(first.kind, "expect");
  EXPECT_EQ(first.tier, "pr");
  EXPECT_EQ(first.line, 6);
  EXPECT_EQ(first.file, (folder_.path() / "suite" / "suite.toml").native());
  EXPECT_THAT(first.checks, ElementsAre("shape", "mean"));
  EXPECT_EQ(made.tasks[0].limit, 2min) << "the tier's per_case";
  EXPECT_EQ(made.tasks[1].limit, 5s) << "its own timeout";
}

TEST_F(PlanTest, ATierIncludesTheEarlierOnesUnlessOnlyItIsAskedFor) {
  Selection selection;
  selection.tier = "nightly";
  EXPECT_THAT(names(plan(kSuite, selection)), ElementsAre("s.expect.a", "s.expect.b", "s.expect.c"));
  EXPECT_EQ(plan("", selection).budget, 130min) << "of both tiers together";
  selection.only_tier = true;
  const Plan only = plan("", selection);
  EXPECT_THAT(names(only), ElementsAre("s.expect.c"));
  EXPECT_EQ(only.budget, 2h);
  EXPECT_EQ(only.tasks[0].limit, std::nullopt);
}

TEST_F(PlanTest, FiltersSelectCasesAndChecks) {
  Selection selection;
  selection.filters = {"*.b"};
  EXPECT_THAT(names(plan(kSuite, selection)), ElementsAre("s.expect.b"));
  selection.filters = {"s.expect.a/mean"};
  EXPECT_THAT(names(plan("", selection)), ElementsAre("s.expect.a"));
  selection.filters = {"-*.a"};
  EXPECT_THAT(names(plan("", selection)), ElementsAre("s.expect.b"));
  selection.filters = {"nothing"};
  EXPECT_THAT(names(plan("", selection)), IsEmpty());
}

TEST_F(PlanTest, ShardsAreBalancedAndComplete) {
  std::string suite = "[suite]\nname = \"s\"\n[data]\ntrain = \"train.h5\"\n";
  for (int i = 0; i < 10; ++i) {
    suite += "[expect.c" + std::to_string(i) + "]\ndata = \"train\"\ndataset = \"x\"\nrows = 1\n";
  }
  std::vector<std::string> joined;
  const std::vector<std::string> all = names(plan(suite));
  for (unsigned shard = 1; shard <= 4; ++shard) {
    Selection selection;
    selection.shard = shard;
    selection.shards = 4;
    const std::vector<std::string> part = names(plan("", selection));
    EXPECT_GE(part.size(), 2U);
    EXPECT_LE(part.size(), 3U);
    joined.insert(joined.end(), part.begin(), part.end());
  }
  EXPECT_THAT(joined, testing::UnorderedElementsAreArray(all));
}

TEST_F(PlanTest, CasesThatShareThreadsAndEnvironmentShareAJob) {
  const Plan made = plan(std::string(kSuite) + R"(
[expect.d]
data = "train"
dataset = "x"
rows = 1
[expect.e]
data = "train"
dataset = "x"
rows = 1
env = { A = "1" }
[expect.f]
data = "train"
dataset = "x"
rows = 1
isolate = true
[expect.g]
data = "train"
dataset = "x"
rows = 1
memory = "1GB"
)");
  std::vector<std::vector<std::size_t>> jobs;
  for (const Job& job : made.jobs) {
    jobs.push_back(job.tasks);
    EXPECT_EQ(job.program, "/bin/assay-data");
    EXPECT_EQ(job.suite_file, folder_.path() / "suite" / "suite.toml");
  }
  // a and d; b has two threads; e has a variable; f is isolated; g has a memory limit.
  EXPECT_THAT(jobs, ElementsAre(ElementsAre(0, 2), ElementsAre(1), ElementsAre(3), ElementsAre(4), ElementsAre(5)));
  EXPECT_EQ(made.tasks[5].memory, 1'000'000'000U);
  EXPECT_TRUE(made.tasks[5].isolate);
}

TEST_F(PlanTest, RepetitionsRetriesAndExpectationsArePlanned) {
  Selection selection;
  selection.repeat = 3;
  const Plan made = plan(R"(
[suite]
name = "s"
[data]
train = "train.h5"
[defaults.expect]
data = "train"
dataset = "x"
rows = 1
[expect.a]
retries = 2
xfail = "issue 7"
[expect.b]
xfail = "issue 8"
xfail_until = 2001-02-03
[expect.c]
xfail = "issue 9"
xfail_until = 2999-12-31
)",
                         selection);
  EXPECT_EQ(made.tasks[0].planned.repeat, 3U);
  EXPECT_EQ(made.tasks[0].planned.retries, 2U);
  EXPECT_EQ(made.tasks[0].planned.xfail, "issue 7");
  EXPECT_FALSE(made.tasks[0].planned.xfail_expired);
  EXPECT_EQ(made.tasks[1].planned.xfail_until, "2001-02-03");
  EXPECT_TRUE(made.tasks[1].planned.xfail_expired);
  EXPECT_FALSE(made.tasks[2].planned.xfail_expired);
}

TEST_F(PlanTest, ACaseThatNeedsAGpuIsSkippedWhereThereIsNone) {
  const std::string suite =
      std::string(kSuite) + "[expect.gpu]\ndata = \"train\"\ndataset = \"x\"\nrows = 1\n" + "device = \"cuda\"\n";
  Selection selection;
  const Plan without = plan(suite, selection);
  EXPECT_EQ(without.tasks[2].planned.skip, "it needs a GPU: no GPU here");
  EXPECT_EQ(without.tasks[2].planned.skip_fault, base::Fault::kNone);
  EXPECT_EQ(without.tasks[0].planned.skip, "");
  for (const Job& job : without.jobs) {
    EXPECT_THAT(job.tasks, testing::Not(testing::Contains(2)));
  }
  EXPECT_EQ(plan("", selection, std::nullopt).tasks[2].planned.skip, "") << "a machine with a GPU";
  selection.require = {"cuda"};
  EXPECT_EQ(plan("", selection).tasks[2].planned.skip_fault, base::Fault::kMachine);
}

TEST_F(PlanTest, TheProbeIsAskedOnlyWhenACaseNeedsAGpu) {
  const CudaProbe probe = []() -> std::optional<std::string> { throw std::logic_error("asked"); };
  EXPECT_EQ(make_plan(project(kSuite), {}, {{"s", stock()}}, probe).tasks.size(), 2U);
}

TEST_F(PlanTest, AllMistakesAreReportedAtOnce) {
  const std::vector<std::string> found = mistakes(R"(
[suite]
name = "s"
[data]
train = "train.h5"
gone = "gone.h5"
[expect.a]
data = "gone"
dataset = "x"
rows = 1
[memorize.m]
recipe = "r"
loss_below = 0.1
ladder = ["narrow"]
[expect.b]
data = "train"
dataset = "x"
rows = 1
)",
                                                  {}, {{"s", stock()}});
  EXPECT_THAT(found, testing::UnorderedElementsAre(AllOf(HasSubstr("suite.toml:11:"), HasSubstr("`ladder`")),
                                                   AllOf(HasSubstr("suite.toml:11:"), HasSubstr("the recipe `r`")),
                                                   AllOf(HasSubstr("suite.toml:"), HasSubstr("gone.h5"))));
}

TEST_F(PlanTest, WhatOneSuiteLacksDoesNotStopAnother) {
  folder_.append("other/suite.toml",
                 "[suite]\nname = \"t\"\n[expect.a]\ndata = \"gone.h5\"\ndataset = \"x\"\nrows = 1\nmean = 1\n");
  const suite::Project both = project(kSuite);
  const std::map<std::string, WorkerProgram> programs = {{"s", stock()}, {"t", stock()}};
  const Plan plan = make_plan(both, {}, programs);
  ASSERT_EQ(plan.mistakes.size(), 1U);
  EXPECT_THAT(plan.mistakes[0].to_text(), AllOf(HasSubstr("other/suite.toml:4:8: "), HasSubstr("gone.h5")));
  for (const Task& task : plan.tasks) {
    const bool lacks = task.planned.suite == "t";
    EXPECT_EQ(task.planned.skip_fault, lacks ? base::Fault::kUser : base::Fault::kNone) << task.planned.name;
    EXPECT_EQ(task.planned.skip, lacks ? plan.mistakes[0].to_text() : "");
  }
  ASSERT_FALSE(plan.jobs.empty());
  for (const Job& job : plan.jobs) {
    EXPECT_EQ(job.suite_file.parent_path().filename(), "suite");
  }
  // Where nothing could be run it stays the user's mistake, and so does a program that no chosen case would tell of.
  Selection other;
  other.filters = {"t.*"};
  EXPECT_THROW(static_cast<void>(make_plan(both, other, programs)), base::UserError);
  std::map<std::string, WorkerProgram> missing = programs;
  missing["t"].mistakes = {{{}, "no program"}};
  other.filters = {"s.*"};
  EXPECT_THROW(static_cast<void>(make_plan(both, other, missing)), base::UserError);
  EXPECT_EQ(make_plan(both, {}, missing).mistakes.size(), 2U);
}

TEST_F(PlanTest, MistakesOfCasesThatAreNotChosenDoNotMatter) {
  folder_.append("suite/suite.toml", std::string(kSuite) + "[memorize.m]\nrecipe = \"r\"\nbatch_size = 2\n");
  Selection selection;
  selection.filters = {"*.a"};
  EXPECT_THAT(names(plan("", selection)), ElementsAre("s.expect.a"));
}

TEST_F(PlanTest, AnUnknownTierNamesTheNearest) {
  Selection selection;
  selection.tier = "nighly";
  EXPECT_THAT(mistakes(kSuite, selection, {}),
              ElementsAre(AllOf(HasSubstr("nighly"), HasSubstr("`nightly`"), HasSubstr("pr"))));
}

TEST_F(PlanTest, NumbersOutOfRangeAreMistakes) {
  Selection selection;
  selection.shard = 3;
  selection.shards = 2;
  selection.repeat = 0;
  EXPECT_THAT(mistakes(kSuite, selection, {}), ElementsAre(HasSubstr("--shard 3/2"), HasSubstr("--repeat 0")));
  selection.shard = 0;
  selection.repeat = 1;
  EXPECT_THAT(mistakes("", selection, {}), ElementsAre(HasSubstr("--shard 0/2")));
}

constexpr const char* kTests = R"(
[suite]
name = "s"
[test."Lenet.*"]
tier = "nightly"
[test."Lenet.fast"]
tags = ["x"]
[test."Other.one"]
timeout = "3s"
retries = 1
)";

TEST_F(PlanTest, CppTestsTakeTheOptionsOfTheFirstTableThatFits) {
  WorkerProgram program = own({"Lenet.fast", "Other.one", "Free.DISABLED_two", "Inst/Free.three/0"});
  program.places["Other.one"] = {"/src/other.cpp", 12, 0};
  Selection selection;
  selection.tier = "nightly";
  const Plan made = make_plan(project(kTests), selection, {{"s", program}}, [] { return std::nullopt; });
  EXPECT_THAT(names(made), ElementsAre("s.test.Lenet.fast", "s.test.Other.one", "s.test.Free.DISABLED_two",
                                       "s.test.Inst/Free.three/0"));
  EXPECT_EQ(made.tasks[0].planned.tier, "nightly");
  EXPECT_EQ(made.tasks[1].limit, 3s);
  EXPECT_EQ(made.tasks[1].retries, 1U);
  EXPECT_EQ(made.tasks[1].planned.kind, "test");
  EXPECT_EQ(made.tasks[1].planned.file, "/src/other.cpp");
  EXPECT_EQ(made.tasks[1].planned.line, 12);
  EXPECT_THAT(made.tasks[2].planned.skip, HasSubstr("DISABLED_"));
  EXPECT_EQ(made.tasks[3].planned.tier, "pr");
  EXPECT_EQ(made.tasks[3].planned.skip, "");
  EXPECT_EQ(made.jobs.at(0).program, "/build/own");
}

TEST_F(PlanTest, ATestTableThatFitsNothingIsAMistake) {
  EXPECT_THAT(mistakes(kTests, {}, {{"s", own({"Lenet.fast", "Other.two"})}}),
              ElementsAre(AllOf(HasSubstr("suite.toml:8:"), HasSubstr("Other.one"), HasSubstr("did you mean"))));
}

TEST_F(PlanTest, ReproduceIsACommandLineFromHere) {
  const Plan made = plan(kSuite);
  const std::string relative = std::filesystem::proximate(folder_.path() / "suite");
  EXPECT_EQ(made.tasks[0].planned.reproduce, "assay run " + relative + " --filter 's.expect.a'");
  Selection selection;
  selection.tier = "nightly";
  EXPECT_EQ(plan("", selection).tasks[2].planned.reproduce,
            "assay run " + relative + " --filter 's.expect.c' --tier nightly");
  WorkerProgram program = own({});
  program.build = folder_.path() / "a build";
  const Plan built = make_plan(project(""), {}, {{"s", program}}, [] { return std::nullopt; });
  EXPECT_EQ(built.tasks[0].planned.reproduce, "assay run " + relative + " --filter 's.expect.a' --build '" +
                                                  std::filesystem::proximate(program.build).native() + "'");
}

TEST(ShellWord, QuotesWhatAShellWouldTake) {
  EXPECT_EQ(detail::shell_word("a/b-c.d_1"), "a/b-c.d_1");
  EXPECT_EQ(detail::shell_word(""), "''");
  EXPECT_EQ(detail::shell_word("a b"), "'a b'");
  EXPECT_EQ(detail::shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(detail::shell_word("$(x)*"), "'$(x)*'");
}

TEST(IsInShard, EachPositionIsInExactlyOnePart) {
  for (unsigned shards = 1; shards <= 7; ++shards) {
    for (std::size_t position = 0; position < 30; ++position) {
      unsigned owners = 0;
      for (unsigned shard = 1; shard <= shards; ++shard) {
        owners += detail::is_in_shard(position, shard, shards) ? 1U : 0U;
      }
      EXPECT_EQ(owners, 1U) << position << " of " << shards;
    }
  }
}

TEST(IsDisabled, FollowsTheRuleOfGoogleTest) {
  for (const char* name : {"DISABLED_F.a", "F.DISABLED_a", "Inst/DISABLED_F.a/0", "F.DISABLED_a/0"}) {
    EXPECT_TRUE(detail::is_disabled(name)) << name;
  }
  for (const char* name : {"F.a", "F.not_DISABLED_a", "NotDISABLED_F.a", ""}) {
    EXPECT_FALSE(detail::is_disabled(name)) << name;
  }
}

}  // namespace
}  // namespace assay::run
