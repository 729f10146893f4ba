#include <assay/base/error.hpp>
#include <assay/suite/case.hpp>
#include <assay/suite/memorize_check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/random_state.hpp>
#include <assay/train/detail/tensor_bytes.hpp>

#include "mlp_recipe.hpp"
#include "outcome.hpp"
#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace assay::train {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t kSeed = 7;

suite::Bound steps(std::uint64_t low, std::uint64_t high) { return {low, high}; }

/// How long the healthy recipe takes, asked of a case without a budget that matters.
std::uint64_t healthy_steps() {
  static const std::uint64_t reached = run_case(mlp(), usual_case()).runs.at(0).reached.value();
  return reached;
}

std::vector<std::string> names_of(const MemorizeOutcome& outcome) {
  std::vector<std::string> names;
  for (const base::CheckResult& result : outcome.results) {
    names.push_back(result.check);
  }
  return names;
}

suite::FreeTable everything_off() {
  suite::FreeTable off;
  for (const CheckDescription& check : built_in_checks()) {
    off.emplace_back(std::string(check.id), false);
  }
  return off;
}

TEST(Memorize, results_come_in_their_order_and_are_known_beforehand) {
  suite::MemorizeCase wanted = usual_case();
  wanted.accuracy_above = 0.9;
  wanted.levels = {{0.5, steps(1, 60)}, {0.1, steps(2, 100)}};
  wanted.wall_time.most = 10min;
  const MemorizeOutcome outcome = run_case(mlp(), wanted);
  EXPECT_THAT(failing(outcome), IsEmpty());
  EXPECT_THAT(names_of(outcome),
              ElementsAre("three_sets", "data_contract", "axis_probe", "golden_batch", "loss_oracle", "gradient_oracle",
                          "gradients", "isolation", "modes", "side_effects", "update_oracle", "norm_outputs",
                          "operator_band", "update_ratio", "first_loss", "late_rise", "floor", "evaluation_gap",
                          "dead_units", "memory_growth", "step_cost", "goldens", "loss_below", "accuracy_above",
                          "steps", "levels.0.5", "levels.0.1", "wall_time"));
  EXPECT_EQ(memorize_check_names(wanted), names_of(outcome));
  EXPECT_EQ(suite::Case({.kind = suite::Kind::kMemorize, .body = wanted}).check_names(), names_of(outcome));
}

TEST(Memorize, a_suite_file_knows_the_checks_that_there_are) {
  const auto known = suite::memorize_checks();
  const auto checks = built_in_checks();
  ASSERT_EQ(known.size(), checks.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    EXPECT_EQ(known[i].id, checks[i].id);
    EXPECT_EQ(known[i].takes_number, !checks[i].tolerance.empty()) << known[i].id;
  }
}

TEST(Memorize, both_ends_of_the_step_budget_count) {
  const std::uint64_t reached = healthy_steps();
  ASSERT_GE(reached, 3U);
  suite::MemorizeCase wanted = usual_case();
  wanted.steps = steps(reached, reached);
  const MemorizeOutcome exact = run_case(mlp(), wanted);
  EXPECT_THAT(failing(exact), IsEmpty());
  EXPECT_EQ(result_of(exact, "steps").metrics.at(0).value, base::Scalar(static_cast<std::int64_t>(reached)));

  wanted.steps = steps(1, reached - 1);
  const MemorizeOutcome slow = run_case(mlp(), wanted);
  EXPECT_THAT(failing(slow), ElementsAre("loss_below", "steps"));
  EXPECT_EQ(slow.runs.at(0).losses.size(), reached);  // losses after 0 to reached - 1 updates
  EXPECT_THAT(result_of(slow, "loss_below").reason, AllOf(HasSubstr("loss < 0.05 was not reached within"),
                                                          HasSubstr("steps per second"), HasSubstr("[seed 7]")));
  EXPECT_EQ(result_of(slow, "loss_below").failures.at(0).expected, base::Scalar(std::string("< 0.05")));
  // The goal says how the run went, and the budget does not say it again.
  EXPECT_THAT(result_of(slow, "steps").reason,
              AllOf(HasSubstr("loss < 0.05 was not reached within"), Not(HasSubstr("steps per second"))));
  wanted.loss_below.reset();
  wanted.levels = {{0.0001, steps(1, 5)}};
  EXPECT_THAT(result_of(run_case(mlp(), wanted), "levels.0.0001").reason, HasSubstr("steps per second"));
  wanted = usual_case();

  wanted.steps = steps(reached + 1, reached + 50);
  const MemorizeOutcome fast = run_case(mlp(), wanted);
  EXPECT_THAT(failing(fast), ElementsAre("steps"));
  EXPECT_THAT(result_of(fast, "steps").reason, AllOf(HasSubstr("faster than"), HasSubstr("too fast to be learning")));
}

TEST(Memorize, reached_is_the_first_loss_of_the_curve_below_the_goal) {
  const MemorizeOutcome outcome = run_case(mlp(), usual_case());
  const auto& losses = outcome.runs.at(0).losses;
  const auto first = std::find_if(losses.begin(), losses.end(), [](double loss) { return loss < 0.05; });
  EXPECT_EQ(outcome.runs.at(0).reached, static_cast<std::uint64_t>(first - losses.begin()));
  // Trained on for as long again.
  EXPECT_EQ(losses.size(), 2 * healthy_steps());
}

TEST(Memorize, levels_have_budgets_of_their_own) {
  suite::MemorizeCase wanted = usual_case();
  const MemorizeOutcome plain = run_case(mlp(), wanted);
  const auto& losses = plain.runs.at(0).losses;
  const auto half = static_cast<std::uint64_t>(
      std::find_if(losses.begin(), losses.end(), [&](double loss) { return loss <= 0.5 * losses[0]; }) -
      losses.begin());
  wanted.levels = {{0.5, steps(half, half)}, {0.25, steps(1, half - 1)}};
  const MemorizeOutcome outcome = run_case(mlp(), wanted);
  EXPECT_THAT(failing(outcome), ElementsAre("levels.0.25"));
  EXPECT_THAT(result_of(outcome, "levels.0.25").reason, HasSubstr("loss at 0.25 of the first loss was reached after"));
}

TEST(Memorize, one_seed_gives_the_same_bits_and_another_gives_others) {
  for (const Twist twist : {Twist::kNone, Twist::kDropout}) {
    const auto first = run_case(mlp(twist), usual_case()).runs.at(0).losses;
    EXPECT_EQ(first, run_case(mlp(twist), usual_case()).runs.at(0).losses);
    EXPECT_NE(first, run_case(mlp(twist), usual_case(), 8).runs.at(0).losses);
  }
}

TEST(Memorize, checks_leave_no_trace_in_the_run) {
  // Batch norm moves buffers in every forward pass and dropout draws random numbers: any trace of a probe shows.
  suite::MemorizeCase watched = usual_case();
  suite::MemorizeCase alone = usual_case();
  alone.checks = everything_off();
  const auto with = run_case(mlp(Twist::kDropout), watched).runs.at(0);
  const auto without = run_case(mlp(Twist::kDropout), alone).runs.at(0);
  ASSERT_LT(without.losses.size(), with.losses.size());  // nobody asked for more after the goal
  EXPECT_TRUE(std::equal(without.losses.begin(), without.losses.end(), with.losses.begin()));
}

TEST(Memorize, random_numbers_and_threads_of_the_process_are_put_back) {
  const auto bytes = [](const at::Tensor& state) {
    const auto all = detail::bytes_of(state);
    return std::vector<std::byte>(all.begin(), all.end());
  };
  detail::seed_random_numbers(99);
  const auto before = bytes(detail::random_state());
  const int threads = at::get_num_threads();
  TrainingObserver nobody;
  RunSettings settings;
  settings.threads = static_cast<unsigned>(threads) + 1;
  (void)memorize(mlp(), usual_case(), settings, nobody);
  EXPECT_EQ(bytes(detail::random_state()), before);
  EXPECT_EQ(at::get_num_threads(), threads);
}

TEST(Memorize, progress_is_told_step_by_step) {
  NotedProgress progress;
  RunSettings settings;
  settings.seed = kSeed;
  const MemorizeOutcome outcome = memorize(mlp(), usual_case(), settings, progress);
  EXPECT_THAT(progress.phases, ElementsAre("build", "fit", "tail"));
  ASSERT_EQ(progress.steps.size(), outcome.runs.at(0).losses.size());
  EXPECT_EQ(progress.steps.front(), 1U);
  EXPECT_EQ(progress.steps.back(), progress.steps.size());
}

TEST(Memorize, wall_time_ends_the_run) {
  suite::MemorizeCase wanted = usual_case();
  wanted.wall_time.most = 1ns;
  const MemorizeOutcome outcome = run_case(mlp(), wanted);
  EXPECT_THAT(failing(outcome), ElementsAre("loss_below", "steps", "wall_time"));
  EXPECT_THAT(outcome.runs.at(0).losses, IsEmpty());
  EXPECT_EQ(result_of(outcome, "three_sets").verdict, base::Verdict::kNotRun);
}

TEST(Memorize, every_seed_is_a_run_and_the_one_that_fails_is_named) {
  suite::MemorizeCase wanted = usual_case();
  wanted.seeds = {1, 2};
  const MemorizeOutcome both = run_case(mlp(), wanted);
  EXPECT_THAT(failing(both), IsEmpty());
  ASSERT_EQ(both.runs.size(), 2U);
  EXPECT_NE(both.runs[0].losses, both.runs[1].losses);

  const RecipeFactory second_is_broken = [](const RecipeSettings& settings) {
    return mlp(settings.seed == 2 ? Twist::kOptimizerMissesNorm : Twist::kNone)(settings);
  };
  const MemorizeOutcome outcome = run_case(second_is_broken, wanted);
  EXPECT_THAT(failing(outcome), ElementsAre("three_sets"));
  EXPECT_THAT(result_of(outcome, "three_sets").reason, testing::StartsWith("seed 2: "));
}

TEST(Memorize, accuracy_is_measured_and_needs_scores) {
  suite::MemorizeCase wanted;
  wanted.accuracy_above = 0.99;
  wanted.steps = steps(1, 100);
  const MemorizeOutcome outcome = run_case(mlp(), wanted);
  EXPECT_THAT(failing(outcome), IsEmpty());
  EXPECT_EQ(result_of(outcome, "accuracy_above").metrics.at(0).value, base::Scalar(1.0));
  EXPECT_THAT(result_of(run_case(mlp(Twist::kNoScores), wanted), "accuracy_above").reason,
              HasSubstr("the recipe gives no `scores`"));
}

TEST(Memorize, the_first_loss_is_informational_until_it_is_set) {
  suite::MemorizeCase wanted = usual_case();
  EXPECT_EQ(result_of(run_case(mlp(), wanted), "first_loss").verdict, base::Verdict::kPassed);
  wanted.checks = {{"first_loss", 0.0001}};
  const base::CheckResult strict = result_of(run_case(mlp(), wanted), "first_loss");
  EXPECT_EQ(strict.verdict, base::Verdict::kFailed);
  ASSERT_EQ(strict.failures.size(), 1U);
  EXPECT_EQ(strict.failures[0].expected, base::Scalar(std::string("[1.386, 1.386]")));  // ln 4
}

TEST(Memorize, measures_what_a_run_costs) {
  std::vector<std::string> names;
  for (const base::Measurement& each : run_case(mlp(), usual_case()).measurements) {
    names.push_back(each.name);
  }
  EXPECT_THAT(names,
              ElementsAre("@first_step", "@step_time", "@steps_per_second", "@wall_time", "@cpu_time", "@peak_memory"));
}

TEST(Memorize, a_batch_size_reaches_the_recipe) {
  suite::MemorizeCase wanted = usual_case();
  wanted.batch_size = 4;
  EXPECT_NE(run_case(mlp(), wanted).runs.at(0).losses.at(0), run_case(mlp(), usual_case()).runs.at(0).losses.at(0));
}

/// All mistakes of a case in one text.
std::string refused(const suite::MemorizeCase& wanted) {
  try {
    (void)run_case(mlp(), wanted);
  } catch (const base::UserError& error) {
    std::string text;
    for (const base::Mistake& mistake : error.mistakes()) {
      text += mistake.message + "\n";
    }
    return text;
  }
  return "not refused";
}

TEST(Memorize, what_cannot_be_judged_is_refused_by_name) {
  suite::MemorizeCase nothing;
  EXPECT_THAT(refused(nothing), HasSubstr("nothing to reach"));
  suite::MemorizeCase wanted = usual_case();
  wanted.ladder = {"narrow"};
  wanted.deployed = suite::Deployment{};
  wanted.accuracy_above = 1;
  wanted.levels = {{1.5, steps(1, 2)}};
  EXPECT_THAT(refused(wanted), AllOf(HasSubstr("ladder is not built"), HasSubstr("deployed is not built"),
                                     HasSubstr("accuracy_above"), HasSubstr("levels.1.5")));
  wanted = usual_case();
  wanted.checks = {{"three_set", false}, {"three_sets", 0.5}, {"floor", std::string("strict")}, {"late_rise", -1.0}};
  EXPECT_THAT(refused(wanted), AllOf(HasSubstr("did you mean `three_sets`?"), HasSubstr("checks.three_sets is exact"),
                                     HasSubstr("checks.floor is strict"), HasSubstr("checks.late_rise is -1")));
}

TEST(Memorize, a_frozen_name_that_no_parameter_has_is_a_mistake) {
  EXPECT_THROW(
      try { (void)run_case(mlp(Twist::kFrozenMisspelt), usual_case()); } catch (const base::UserError& error) {
        EXPECT_THAT(error.what(), AllOf(HasSubstr("fc1.wieght"), HasSubstr("did you mean `fc1.weight`?")));
        throw;
      },
      base::UserError);
}

TEST(Memorize, a_recipe_that_cannot_be_built_is_said_with_its_seed) {
  const RecipeFactory broken = [](const RecipeSettings&) -> std::unique_ptr<Recipe> {
    throw std::runtime_error("no weights in this folder");
  };
  EXPECT_THROW(
      try { (void)run_case(broken, usual_case()); } catch (const base::UserError& error) {
        EXPECT_THAT(error.what(), HasSubstr("cannot be built with seed 7: no weights in this folder"));
        throw;
      },
      base::UserError);
}

}  // namespace
}  // namespace assay::train
