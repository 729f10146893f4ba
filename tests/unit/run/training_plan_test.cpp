#include <assay/base/error.hpp>
#include <assay/run/plan.hpp>
#include <assay/suite/load.hpp>

#include "temporary_folder.hpp"
#include <gmock/gmock.h>

namespace assay::run {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kSuite = R"(
[suite]
name = "s"
[examples.hard]
file = "hard.h5"
recipe = "lenet"
checkpoint = "train.short"
[expect.data]
data = "hard.h5"
dataset = "x"
rows = 1
[memorize.batch]
recipe = "lenet"
loss_below = 0.1
seeds = [3]
[examples.harder]
file = "hard.h5"
recipe = "lenet"
checkpoint = "train.short"
[train.short]
recipe = "lenet"
seed = 7
[examples.answers]
file = "hard.h5"
predictions = "hard.h5"
)";

/// A suite with recipes and its own program.
class TrainingPlan : public testing::Test {
 protected:
  TrainingPlan() { folder_.append("suite/hard.h5", "never opened"); }

  [[nodiscard]] static WorkerProgram own(std::vector<std::string> recipes) {
    WorkerProgram program;
    program.executable = "/build/own";
    program.own = true;
    program.recipes = std::move(recipes);
    program.stock = "/bin/assay-data";
    return program;
  }

  [[nodiscard]] Plan plan(const Selection& selection = {}, const WorkerProgram& program = own({"lenet"}),
                          const std::string& more = "") const {
    std::filesystem::remove(folder_.path() / "suite/suite.toml");
    folder_.append("suite/suite.toml", kSuite + more);
    return make_plan(suite::load_project(folder_.path()), selection, {{"s", program}},
                     [] { return std::optional<std::string>("no GPU here"); });
  }

  [[nodiscard]] std::vector<std::string> mistakes(const WorkerProgram& program, const std::string& more = "",
                                                  const Selection& selection = {}) const {
    std::vector<std::string> messages;
    try {
      static_cast<void>(plan(selection, program, more));
    } catch (const base::UserError& error) {
      for (const base::Mistake& mistake : error.mistakes()) messages.push_back(mistake.to_text());
    }
    return messages;
  }

  TemporaryFolder folder_;
};

std::vector<std::string> names(const Plan& plan) {
  std::vector<std::string> result;
  for (const Task& task : plan.tasks) result.push_back(task.planned.name);
  return result;
}

TEST_F(TrainingPlan, ACheckpointIsWrittenBeforeItIsUsed) {
  const Plan made = plan();
  EXPECT_THAT(names(made), ElementsAre("s.train.short", "s.examples.hard", "s.expect.data", "s.memorize.batch",
                                       "s.examples.harder", "s.examples.answers"));
  EXPECT_EQ(made.tasks[0].needs, std::nullopt);
  EXPECT_EQ(made.tasks[1].needs, 0U);
  EXPECT_EQ(made.tasks[4].needs, 0U);
  EXPECT_EQ(made.tasks[5].needs, std::nullopt);
}

TEST_F(TrainingPlan, WhatNeedsNoCppOfTheSuiteRunsInTheStockProgram) {
  const Plan made = plan();
  ASSERT_EQ(made.jobs.size(), 2U);
  EXPECT_EQ(made.jobs[0].program, "/build/own");
  EXPECT_THAT(made.jobs[0].tasks, ElementsAre(0, 1, 3, 4));
  EXPECT_EQ(made.jobs[1].program, "/bin/assay-data");
  EXPECT_THAT(made.jobs[1].tasks, ElementsAre(2, 5));

  WorkerProgram alone = own({"lenet"});
  alone.stock.clear();
  const Plan without_stock = plan({}, alone);
  ASSERT_EQ(without_stock.jobs.size(), 1U);
  EXPECT_EQ(without_stock.jobs[0].program, "/build/own");
}

TEST_F(TrainingPlan, AnExportedModelIsTrainedByTheStockProgramForIt) {
  const std::string more =
      "[memorize.exported]\nmodel = 'm.pt'\nloss = 'mse'\noptimizer = 'adam'\ndata = 'hard.h5'\nloss_below = 1\n";
  Selection selection;
  selection.filters = {"*.exported"};
  WorkerProgram program = own({"lenet"});
  EXPECT_EQ(plan(selection, program, more).jobs.at(0).program, "/build/own");
  program.training = "/bin/assay-train";
  EXPECT_EQ(plan(selection, program, more).jobs.at(0).program, "/bin/assay-train");
  WorkerProgram stock;
  stock.executable = "/bin/assay-data";
  EXPECT_THAT(
      mistakes(stock, more, selection),
      ElementsAre(AllOf(HasSubstr("memorize.exported: training a model needs the program `assay-train` in /bin"),
                        HasSubstr("-DASSAY_TRAINING=ON"))));
  stock.training = "/bin/assay-train";
  EXPECT_EQ(plan(selection, stock, more).jobs.at(0).program, "/bin/assay-train");
}

TEST_F(TrainingPlan, SelectingACaseSelectsWhatItNeeds) {
  Selection selection;
  selection.filters = {"*.hard"};
  EXPECT_THAT(names(plan(selection)), ElementsAre("s.train.short", "s.examples.hard"));
  selection.filters = {"*.answers"};
  EXPECT_THAT(names(plan(selection)), ElementsAre("s.examples.answers"));
}

TEST_F(TrainingPlan, AShardNeverCutsACaseFromWhatItNeeds) {
  std::vector<std::string> all;
  for (unsigned shard = 1; shard <= 3; ++shard) {
    Selection selection;
    selection.shard = shard;
    selection.shards = 3;
    for (const Task& task : plan(selection).tasks) all.push_back(task.planned.name);
  }
  EXPECT_THAT(all, ElementsAre("s.train.short", "s.examples.hard", "s.examples.harder", "s.examples.answers",
                               "s.expect.data", "s.memorize.batch"));
}

TEST_F(TrainingPlan, ANeededCaseOfALaterTierIsAMistake) {
  folder_.append("assay.toml", "[project]\nname = \"p\"\n[tier.pr]\n[tier.nightly]\n");
  const std::string more =
      "[train.long]\nrecipe = 'lenet'\ntier = 'nightly'\n[examples.long]\nfile = 'hard.h5'\nrecipe = 'lenet'\n"
      "checkpoint = 'train.long'\n";
  EXPECT_THAT(
      mistakes(own({"lenet"}), more),
      ElementsAre(AllOf(HasSubstr("suite.toml:"), HasSubstr("s.examples.long is of the tier pr, but it needs "
                                                            "s.train.long, which is of the later tier nightly"))));
  Selection others;
  others.filters = {"*.expect.*"};
  EXPECT_THAT(mistakes(own({"lenet"}), more, others), IsEmpty());
}

TEST_F(TrainingPlan, WhatASkippedCaseWouldHaveMadeIsMissing) {
  const Plan made = plan({}, own({"lenet"}),
                         "[train.gpu]\nrecipe = 'lenet'\ngpus = 1\n[examples.gpu]\nfile = 'hard.h5'\n"
                         "recipe = 'lenet'\ncheckpoint = 'train.gpu'\n");
  EXPECT_THAT(made.tasks.at(7).planned.skip,
              AllOf(HasSubstr("it needs s.train.gpu, which is skipped"), EndsWith("no GPU here")));
}

TEST_F(TrainingPlan, ARecipeThatTheProgramDoesNotKnowIsAMistake) {
  EXPECT_THAT(mistakes(own({"lenat", "mlp"})),
              testing::Contains(AllOf(HasSubstr("suite.toml:12:1"),
                                      HasSubstr("memorize.batch: the recipe `lenet` is not "
                                                "registered in /build/own"),
                                      HasSubstr("did you mean `lenat`?"), HasSubstr("lenat, mlp"))));
  WorkerProgram stock;
  stock.executable = "/bin/assay-data";
  const auto found = mistakes(stock);
  EXPECT_EQ(found.size(), 4U);
  EXPECT_THAT(found, testing::Each(AllOf(HasSubstr("the recipe `lenet` needs a program of the suite"),
                                         HasSubstr("assay::fixtures_training"), HasSubstr("--build"))));
}

TEST_F(TrainingPlan, TheCommandThatRepeatsACaseHoldsItsSeed) {
  const std::string many = "[memorize.many]\nrecipe = 'lenet'\nloss_below = 1\nseeds = [1, 2]\n";
  const Plan made = plan({}, own({"lenet"}), many);
  EXPECT_THAT(made.tasks[0].planned.reproduce, EndsWith("--filter 's.train.short' --seed 7"));
  EXPECT_THAT(made.tasks[3].planned.reproduce, EndsWith(" --seed 3"));
  EXPECT_THAT(made.tasks[2].planned.reproduce, Not(HasSubstr("--seed")));
  EXPECT_THAT(made.tasks[6].planned.reproduce, Not(HasSubstr("--seed"))) << "both seeds are run again";
  EXPECT_EQ(made.seed, std::nullopt);

  Selection selection;
  selection.seed = 2;
  const Plan again = plan(selection, own({"lenet"}), many);
  EXPECT_EQ(again.seed, 2U);
  EXPECT_THAT(again.tasks[6].planned.reproduce, EndsWith(" --seed 2"));
}

}  // namespace
}  // namespace assay::run
