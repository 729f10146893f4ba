#include <assay/base/error.hpp>
#include <assay/train/calibrate.hpp>
#include <assay/train/calibration.hpp>

#include "image_recipe.hpp"
#include "outcome.hpp"
#include "temporary_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

namespace assay::train {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

suite::MemorizeCase calibrated_case() {
  suite::MemorizeCase wanted;
  wanted.loss_below = 0.1;
  return wanted;
}

/// Made once; twelve seeds that no test below runs with.
std::shared_ptr<const Calibration> healthy_images() {
  static const auto made = [] {
    std::vector<std::uint64_t> seeds(12);
    std::iota(seeds.begin(), seeds.end(), 100U);
    TrainingObserver nobody;
    return std::make_shared<const Calibration>(calibrate(image_recipe(), calibrated_case(), seeds, {}, nobody));
  }();
  return made;
}

MemorizeOutcome run_calibrated(const RecipeFactory& factory, std::uint64_t seed = 7,
                               const suite::FreeTable& checks = {}) {
  TrainingObserver nobody;
  suite::MemorizeCase wanted = calibrated_case();
  wanted.checks = checks;
  return memorize(factory, wanted, {.seed = seed, .threads = 1, .measuring = false, .calibration = healthy_images()},
                  nobody);
}

TEST(Calibration, is_the_mean_and_deviation_of_what_runs_measured) {
  const std::vector<std::vector<Measure>> runs = {{{"a", 1}, {"b", 5}}, {{"a", 2}}, {{"a", 6}, {"b", NAN}}};
  const auto summary = summarise(runs);
  ASSERT_EQ(summary.size(), 2U);
  EXPECT_EQ(summary[0].runs, 3U);
  EXPECT_DOUBLE_EQ(summary[0].mean, 3);
  EXPECT_DOUBLE_EQ(summary[0].deviation, std::sqrt(7.0));  // (4 + 1 + 9) / 2
  EXPECT_EQ(summary[1].runs, 1U);
  EXPECT_EQ(band_of(summary[1], 0.01).high, HUGE_VAL);
}

TEST(Calibration, has_bands_that_never_shrink_to_nothing) {
  const Band steps = band_of({"steps", 30, std::log(50.0), 0}, 1e-3);
  // t(0.9995, 29) * 0.06 * sqrt(1 + 1/30) = 0.2232
  EXPECT_NEAR(steps.high - std::log(50.0), 0.22320, 1e-4);
}

TEST(Calibration, is_read_back_as_it_was_written) {
  const TemporaryFolder folder;
  Calibration made = *healthy_images();
  made.machine = "AVX2, \"quoted\"";
  made.commit = "abc";
  made.date = "2026-12-01";
  const auto file = folder.path() / "images.json";
  std::ofstream(file) << to_json_text(made);
  const Calibration read = read_calibration(file);
  EXPECT_EQ(to_json_text(read), to_json_text(made));
  EXPECT_EQ(read.seeds.size(), 12U);
  EXPECT_EQ(read.machine, made.machine);
  ASSERT_NE(find_measure(read, "steps"), nullptr);
  EXPECT_EQ(find_measure(read, "stepz"), nullptr);
}

std::string mistake_of(const std::string& text) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "broken.json";
  std::ofstream(file) << text;
  try {
    (void)read_calibration(file);
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "read";
}

TEST(Calibration, that_is_none_is_refused_by_what_is_wrong_with_it) {
  EXPECT_THAT(mistake_of(""), HasSubstr("no calibration of this version"));
  EXPECT_THAT(mistake_of("[1]"), HasSubstr("no calibration of this version"));
  std::string text = to_json_text(*healthy_images());
  text.replace(text.find("\"runs\":12"), 9, "\"runs\":-1");
  EXPECT_THAT(mistake_of(text), HasSubstr("of a measure `runs` is not a whole number"));
  EXPECT_THROW((void)read_calibration("/nowhere/at/all.json"), base::UserError);
}

TEST(Calibration, draws_limits_that_hold_for_other_seeds) {
  const StepLimits limits = step_limits(*healthy_images(), 1e-3);
  ASSERT_EQ(limits.levels.size(), 2U);
  EXPECT_EQ(limits.levels[0].first, "0.1");
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
    const auto reached = run_calibrated(image_recipe(), seed).runs.at(0).reached;
    ASSERT_TRUE(reached);
    EXPECT_GE(*reached, limits.steps.first);
    EXPECT_LE(*reached, limits.steps.second);
  }
}

TEST(Calibration, of_a_faulty_recipe_is_refused) {
  TrainingObserver nobody;
  const std::vector<std::uint64_t> seeds = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const auto refusal = [&](const RecipeFactory& factory, std::span<const std::uint64_t> of) -> std::string {
    try {
      (void)calibrate(factory, calibrated_case(), of, {}, nobody);
    } catch (const base::UserError& error) {
      return error.what();
    }
    return "made";
  };
  EXPECT_THAT(refusal(image_recipe(ImageTwist::kMixesSamples), seeds),
              HasSubstr("with seed 1 the check isolation failed: "));
  EXPECT_THAT(refusal(image_recipe(), std::span(seeds).first(9)), HasSubstr("9 seeds are too few"));
}

TEST(Bands, raise_no_alarm_for_healthy_seeds) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    EXPECT_THAT(failing(run_calibrated(image_recipe(), seed)), IsEmpty()) << seed;
  }
}

TEST(Bands, see_a_rate_that_is_three_times_too_large) {
  const MemorizeOutcome outcome = run_calibrated(image_recipe(ImageTwist::kRateTimesThree));
  EXPECT_THAT(failing(outcome), ElementsAre("update_ratio", "goldens"));
  EXPECT_THAT(result_of(outcome, "update_ratio").reason,
              HasSubstr("parameters moved each by another part of its size than in healthy runs"));
}

TEST(Bands, see_options_that_were_others) {
  // Nothing is declared about the optimizer; the rate is what was recorded.
  const MemorizeOutcome outcome = run_calibrated(image_recipe(ImageTwist::kRateTimesThree));
  EXPECT_THAT(result_of(outcome, "goldens").reason,
              testing::AllOf(HasSubstr("0.03 where it was 0.01 for lr.conv.weight, lr.conv.bias"),
                             HasSubstr("when that is meant, calibrate again")));
}

TEST(Bands, see_inputs_of_another_size) {
  const MemorizeOutcome outcome = run_calibrated(image_recipe(ImageTwist::kScalesHidden));
  EXPECT_THAT(failing(outcome), testing::Contains("operator_band"));
  EXPECT_THAT(result_of(outcome, "operator_band").reason, HasSubstr("is not that of healthy runs, farthest first"));
}

TEST(Bands, see_values_that_are_fetched_one_by_one) {
  const MemorizeOutcome outcome = run_calibrated(image_recipe(ImageTwist::kFetchesEach), 7, {{"step_cost", true}});
  EXPECT_THAT(failing(outcome), ElementsAre("step_cost"));
  const auto result = result_of(outcome, "step_cost");
  ASSERT_EQ(result.failures.size(), 2U);  // more operators too
  EXPECT_THAT(result.failures[1].message, HasSubstr("a step costs 13 fetches, 1 at most in healthy runs"));
}

TEST(Bands, leave_other_ways_to_compute_the_same_alone_unless_asked) {
  const MemorizeOutcome outcome = run_calibrated(image_recipe(ImageTwist::kActivatesTwice));
  EXPECT_THAT(failing(outcome), IsEmpty());
  EXPECT_EQ(result_of(outcome, "operator_band").verdict, base::Verdict::kSkipped);
  EXPECT_THAT(result_of(outcome, "operator_band").reason, HasSubstr("runs other operators"));
  EXPECT_THAT(result_of(outcome, "step_cost").reason, HasSubstr("(informational)"));
}

TEST(Bands, see_operators_that_were_not_there) {
  const MemorizeOutcome outcome =
      run_calibrated(image_recipe(ImageTwist::kActivatesTwice), 7, {{"operator_band", true}});
  EXPECT_THAT(failing(outcome), testing::Contains("operator_band"));
  EXPECT_THAT(result_of(outcome, "operator_band").reason, HasSubstr("the forward pass runs other operators"));
}

}  // namespace
}  // namespace assay::train
