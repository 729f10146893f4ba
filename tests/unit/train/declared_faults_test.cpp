#include "image_recipe.hpp"
#include "outcome.hpp"
#include "sequence_recipe.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

namespace assay::train {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

suite::MemorizeCase image_case() {
  suite::MemorizeCase wanted;
  wanted.loss_below = 0.1;
  wanted.steps = suite::Bound{std::int64_t{1}, std::int64_t{400}};
  return wanted;
}

class HealthyImages : public testing::TestWithParam<ImageTwist> {};

TEST_P(HealthyImages, raise_no_alarm_for_any_seed) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    suite::MemorizeCase wanted = image_case();
    if (GetParam() == ImageTwist::kSmoothed) {
      wanted.loss_below = 0.6;  // smoothed labels keep the loss above their entropy, 0.32
    }
    const MemorizeOutcome outcome = run_case(image_recipe(GetParam()), wanted, seed);
    EXPECT_THAT(failing(outcome), IsEmpty());
    for (const base::CheckResult& result : outcome.results) {
      EXPECT_TRUE(result.verdict != base::Verdict::kFailed) << "seed " << seed << ": " << result.reason;
      // These ask for more than the recipe declares: options, and bands.
      const bool asks_for_more = result.check == "goldens" || result.check == "operator_band" ||
                                 result.check == "update_ratio" || result.check == "step_cost";
      if (!asks_for_more) {
        EXPECT_EQ(result.verdict, base::Verdict::kPassed) << result.check << ": " << result.reason;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Twists, HealthyImages,
                         testing::Values(ImageTwist::kNone, ImageTwist::kDropout, ImageTwist::kReorders,
                                         ImageTwist::kSgd, ImageTwist::kAdamW, ImageTwist::kRmsprop,
                                         ImageTwist::kAdagrad, ImageTwist::kSmoothed));

struct ImageFault {
  ImageTwist twist;
  std::vector<std::string> caught_by;  ///< all of them, and no exact check beside them
  std::string says;                    ///< the first of them
};

void PrintTo(const ImageFault& fault, std::ostream* out) { *out << fault.says; }

class PlantedImageFault : public testing::TestWithParam<ImageFault> {};

TEST_P(PlantedImageFault, is_caught_by_the_right_checks_which_name_the_place) {
  const ImageFault& fault = GetParam();
  const MemorizeOutcome outcome = run_case(image_recipe(fault.twist), image_case());
  EXPECT_EQ(failing(outcome), fault.caught_by);
  const base::CheckResult first = result_of(outcome, fault.caught_by.front());
  EXPECT_THAT(first.reason, HasSubstr(fault.says));
  EXPECT_THAT(first.reason, HasSubstr("seed 7"));
}

using Names = std::vector<std::string>;
using enum ImageTwist;

INSTANTIATE_TEST_SUITE_P(
    Data, PlantedImageFault,
    testing::Values(
        ImageFault{kSwapsColours, Names{"axis_probe", "golden_batch", "loss_oracle", "gradient_oracle"},
                   "one pixel lit at channel 0, row 2, column 3 of a stored image changes 1 element of the inputs (chw "
                   "[2, 2, 3])"},
        ImageFault{kViews, Names{"axis_probe", "golden_batch", "loss_oracle", "gradient_oracle"}, "one pixel lit"},
        ImageFault{kFlips, Names{"axis_probe", "golden_batch", "loss_oracle", "gradient_oracle"}, "(chw [0, 2, 1])"},
        ImageFault{kMisaligns, Names{"golden_batch", "loss_oracle", "gradient_oracle"},
                   "batch 0 is not the golden one: 12 of 12 elements of its targets differ, the first in sample 0: 3 "
                   "where 0 belongs"},
        ImageFault{kNotScaled, Names{"data_contract", "golden_batch", "loss_oracle", "gradient_oracle"},
                   "the inputs go from"}));

INSTANTIATE_TEST_SUITE_P(Loss, PlantedImageFault,
                         testing::Values(ImageFault{kHalvesLoss, Names{"loss_oracle", "gradient_oracle"},
                                                    "at step 0 the step reports a loss"},
                                         ImageFault{kSumsLoss, Names{"loss_oracle", "gradient_oracle"},
                                                    ": 12 times as much, a sum where a mean is meant"},
                                         ImageFault{kSmoothsUndeclared,
                                                    Names{"loss_oracle", "gradient_oracle", "loss_below", "steps"},
                                                    "but the reference gives"}));

INSTANTIATE_TEST_SUITE_P(
    Model, PlantedImageFault,
    testing::Values(
        ImageFault{kMixesSamples, Names{"isolation"},
                   "the outputs of sample 1 changed when the input of sample 0 alone was replaced: samples leak"},
        ImageFault{kDropsInEvaluation, Names{"modes"}, "two passes over one batch in evaluation mode differ"},
        ImageFault{kMomentumOne, Names{"modes"}, "show a momentum of 1 in norm.running_mean"},
        ImageFault{kMomentumZero, Names{"modes"}, "norm.running_mean did not move in a pass in training mode"},
        ImageFault{kMovesBufferInEvaluation, Names{"isolation", "modes"}, "in evaluation mode"},
        ImageFault{kLargeEps, Names{"norm_outputs"}, "what norm gives before weight and bias has a variance of"},
        ImageFault{kDeclaredStochastic, Names{"modes"}, "though the recipe is declared stochastic"},
        ImageFault{kForgetsInEvaluation, Names{"evaluation_gap"},
                   "what was memorised is not there in evaluation mode: the loss on the same batch is"}));

INSTANTIATE_TEST_SUITE_P(
    Loop, PlantedImageFault,
    testing::Values(ImageFault{kStepsTwice, Names{"update_oracle"}, "it steps more than once a step"},
                    ImageFault{kNewOptimizer, Names{"update_oracle"}, "it was made anew, or skips steps"},
                    ImageFault{kForgetsStep, Names{"update_oracle"},
                               "after 2 steps the optimizer counts 1 update for conv.weight"},
                    ImageFault{kRoundsWeights, Names{"update_oracle"}, "did not move as Adam moves them"}));

INSTANTIATE_TEST_SUITE_P(
    Declared, PlantedImageFault,
    testing::Values(ImageFault{kOtherRate, Names{"goldens"}, "the option lr of the optimizer is 0.01 for"},
                    ImageFault{kDecaysVectors, Names{"goldens"},
                               "weight decay of 0.02 reaches 4 parameters of one dimension, which are declared to be "
                               "spared: conv.bias, norm.weight, norm.bias, head.bias"},
                    ImageFault{kUntied, Names{"three_sets"}, "head.weight and conv.weight"}));

TEST(PlantedImageFault, a_layer_left_in_evaluation_mode_is_named_with_its_step) {
  const auto outcome = run_case(image_recipe(kNormLeftInEvaluation), image_case());
  EXPECT_THAT(failing(outcome), testing::ElementsAre("loss_oracle", "gradient_oracle", "modes"));
  EXPECT_THAT(result_of(outcome, "modes").reason,
              HasSubstr("at step 1 1 module is in evaluation mode while training: norm"));
}

TEST(PlantedImageFault, a_model_left_in_evaluation_mode_is_named_with_its_step) {
  const auto result = result_of(run_case(image_recipe(kLeftInEvaluation), image_case()), "modes");
  EXPECT_THAT(result.reason, HasSubstr("at step 1 5 modules are in evaluation mode while training: the model itself"));
}

TEST(PlantedImageFault, a_model_that_does_not_see_its_input_is_told_so) {
  const auto outcome = run_case(image_recipe(kIgnoresInput), image_case());
  EXPECT_THAT(failing(outcome), Contains("isolation"));
  EXPECT_THAT(result_of(outcome, "isolation").reason, HasSubstr("the model does not see its input"));
}

TEST(PlantedImageFault, a_loss_of_the_other_sign_is_called_so) {
  const auto result = result_of(run_case(image_recipe(kNegatesLoss), image_case()), "loss_oracle");
  EXPECT_THAT(result.reason, HasSubstr("its sign is flipped"));
}

TEST(PlantedImageFault, what_is_not_declared_is_a_hint_and_no_alarm) {
  const auto outcome = run_case(image_recipe(kStochasticUndeclared), image_case());
  EXPECT_THAT(failing(outcome), IsEmpty());
  EXPECT_THAT(result_of(outcome, "modes").reason, HasSubstr("declare `stochastic`"));
}

TEST(PlantedImageFault, a_declared_frozen_norm_may_stay_in_evaluation_mode) {
  EXPECT_THAT(failing(run_case(image_recipe(kFrozenNorm), image_case())), IsEmpty());
}

suite::MemorizeCase sequence_case() {
  suite::MemorizeCase wanted;
  wanted.loss_below = 0.1;
  wanted.steps = suite::Bound{std::int64_t{1}, std::int64_t{600}};
  return wanted;
}

TEST(Sequences, a_causal_model_raises_no_alarm) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    EXPECT_THAT(failing(run_case(sequence_recipe(), sequence_case(), seed)), IsEmpty());
  }
}

TEST(Sequences, are_right_by_position_and_padding_does_not_count) {
  suite::MemorizeCase wanted = sequence_case();
  wanted.accuracy_above = 0.9;
  const auto outcome = run_case(sequence_recipe(), wanted);
  EXPECT_THAT(failing(outcome), IsEmpty());
  const auto accuracy = result_of(outcome, "accuracy_above");
  ASSERT_EQ(accuracy.metrics.size(), 1U);
  // Of 48 positions 6 are padding, and two have the same past and another target than others.
  EXPECT_DOUBLE_EQ(std::get<double>(accuracy.metrics[0].value), 40.0 / 42);
}

TEST(Sequences, a_mask_off_by_one_lets_the_future_in) {
  const auto result = result_of(run_case(sequence_recipe(SequenceTwist::kSeesNext), sequence_case()), "isolation");
  ASSERT_EQ(result.verdict, base::Verdict::kFailed);
  EXPECT_THAT(result.reason, HasSubstr("the outputs at position 6 changed when the inputs at position 7 alone were "
                                       "replaced: the model sees the future"));
}

TEST(Sequences, without_a_mask_every_position_sees_the_last) {
  const auto result = result_of(run_case(sequence_recipe(SequenceTwist::kSeesAll), sequence_case()), "isolation");
  EXPECT_THAT(result.reason, HasSubstr("the outputs at position 0 to 6 changed when the inputs at position 7"));
}

TEST(Sequences, a_mask_that_hides_what_came_before_is_noticed) {
  const auto result = result_of(run_case(sequence_recipe(SequenceTwist::kSeesItself), sequence_case()), "isolation");
  EXPECT_THAT(result.reason, HasSubstr("what came before is not seen"));
}

TEST(Sequences, padding_that_is_scored_is_noticed) {
  const auto result = result_of(run_case(sequence_recipe(SequenceTwist::kScoresPadding), sequence_case()), "isolation");
  EXPECT_THAT(result.reason, HasSubstr("when nothing but padding was replaced"));
}

TEST(Sequences, what_is_not_declared_causal_is_a_hint) {
  const auto outcome = run_case(sequence_recipe(SequenceTwist::kUndeclared), sequence_case());
  EXPECT_THAT(failing(outcome), IsEmpty());
  EXPECT_THAT(result_of(outcome, "isolation").reason, HasSubstr("declare `causal`"));
}

}  // namespace
}  // namespace assay::train
