#include "mlp_recipe.hpp"
#include "outcome.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

namespace assay::train {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class HealthyTwin : public testing::TestWithParam<Twist> {};

TEST_P(HealthyTwin, raises_no_alarm_for_any_seed) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
    const MemorizeOutcome outcome = run_case(mlp(GetParam()), usual_case(), seed);
    for (const base::CheckResult& result : outcome.results) {
      // What is not declared is not judged, and says so.
      const bool judged = result.verdict != base::Verdict::kSkipped;
      EXPECT_EQ(result.verdict, judged ? base::Verdict::kPassed : base::Verdict::kSkipped)
          << "seed " << seed << ": " << result.check << ": " << result.reason;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Twists, HealthyTwin,
                         testing::Values(Twist::kNone, Twist::kDropout, Twist::kClearsAtEnd, Twist::kZeroesInPlace,
                                         Twist::kClips, Twist::kReordersBatch, Twist::kFrozenAndDeclared,
                                         Twist::kNoScores));

/// A fault, the checks that see it (no others fail), and what the first of them says.
struct Fault {
  Twist twist;
  std::vector<std::string> caught_by;
  std::string says;
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.says; }

class PlantedFault : public testing::TestWithParam<Fault> {};

TEST_P(PlantedFault, is_caught_by_the_right_checks_which_name_the_place) {
  const Fault& fault = GetParam();
  const MemorizeOutcome outcome = run_case(mlp(fault.twist), usual_case());
  EXPECT_EQ(failing(outcome), fault.caught_by);
  const base::CheckResult first = result_of(outcome, fault.caught_by.front());
  EXPECT_THAT(first.reason, HasSubstr(fault.says));
  EXPECT_THAT(first.reason, HasSubstr("seed 7"));
}

using Names = std::vector<std::string>;

INSTANTIATE_TEST_SUITE_P(
    Structural, PlantedFault,
    testing::Values(
        Fault{Twist::kOptimizerMissesNorm, Names{"three_sets"},
              "the optimizer does not hold 2 parameters, so it never learns: norm.weight [24] float32, norm.bias [24] "
              "float32"},
        Fault{Twist::kTwiceInOptimizer, Names{"three_sets", "update_oracle"},
              "holds 1 parameter more than once, so one step moves it several times: fc2.bias (2 times)"},
        Fault{Twist::kUnregisteredLayer, Names{"three_sets"}, "2 tensors are not registered in the model"},
        Fault{
            Twist::kFrozenUndeclared, Names{"three_sets"},
            "2 parameters are frozen (requires_grad is off) but not declared so: fc1.weight [24, 8] float32, fc1.bias"},
        Fault{
            Twist::kDetachedBody, Names{"three_sets", "loss_below", "steps"},
            "the loss does not depend on 4 parameters: detached from it, or not used in the forward pass: fc1.weight"},
        Fault{Twist::kLayerReplaced, Names{"three_sets", "loss_below", "steps"},
              "fc2.weight [4, 24] float32, fc2.bias [4] float32"}));

INSTANTIATE_TEST_SUITE_P(Data, PlantedFault,
                         testing::Values(Fault{Twist::kRepeatsSample, Names{"data_contract"},
                                               "1 sample repeats an earlier one to the byte: sample 5 is sample 1"},
                                         Fault{Twist::kInputsChange, Names{"data_contract"},
                                               "at step 1 batch 0 does not hold what it held at step 0: the targets "
                                               "are the same, the inputs are others"}));

INSTANTIATE_TEST_SUITE_P(Gradients, PlantedFault,
                         testing::Values(Fault{Twist::kNoZeroGrad, Names{"gradient_oracle"},
                                               "at step 1 the optimizer was given other gradients"},
                                         Fault{Twist::kClipsUndeclared, Names{"gradient_oracle"},
                                               "times the gradient"}));

TEST(PlantedFault, gradients_that_are_not_cleared_are_called_so) {
  const auto result = result_of(run_case(mlp(Twist::kNoZeroGrad), usual_case()), "gradient_oracle");
  ASSERT_EQ(result.failures.size(), 2U);  // steps 1 and 2; at step 0 there is nothing left over
  EXPECT_THAT(result.failures[0].message, HasSubstr("gradients are not cleared (zero_grad)"));
  EXPECT_THAT(result.failures[1].message, AllOf(HasSubstr("at step 2"), HasSubstr("(zero_grad)")));
  EXPECT_EQ(result.failures[0].total, 6U);
}

TEST(PlantedFault, a_flipped_sign_is_called_so) {
  const MemorizeOutcome outcome = run_case(mlp(Twist::kFlipsSign), usual_case());
  EXPECT_THAT(failing(outcome), ElementsAre("gradient_oracle", "loss_below", "steps"));
  EXPECT_THAT(result_of(outcome, "gradient_oracle").reason,
              AllOf(HasSubstr("at step 0"), HasSubstr("they are -1 times the gradient: the sign is flipped")));
}

TEST(PlantedFault, labels_shuffled_at_every_step_break_the_data_contract) {
  const MemorizeOutcome outcome = run_case(mlp(Twist::kShufflesLabels), usual_case());
  EXPECT_THAT(failing(outcome), Contains("data_contract"));
  EXPECT_THAT(failing(outcome), Contains("loss_below"));
  EXPECT_THAT(failing(outcome), Not(Contains("three_sets")));
  EXPECT_THAT(failing(outcome), Not(Contains("gradient_oracle")));
  EXPECT_THAT(result_of(outcome, "data_contract").reason,
              HasSubstr("at step 1 batch 0 does not hold what it held at step 0: inputs and targets are the same, but "
                        "belong together in another way"));
}

TEST(PlantedFault, softmax_before_cross_entropy_is_named_by_its_floor) {
  suite::MemorizeCase wanted = usual_case();
  wanted.steps = suite::Bound{std::int64_t{3}, std::int64_t{600}};
  const MemorizeOutcome outcome = run_case(mlp(Twist::kDoubleSoftmax), wanted);
  EXPECT_THAT(failing(outcome), ElementsAre("floor", "loss_below", "steps"));
  // ln(1 + 3 / e) = 0.74367
  EXPECT_THAT(result_of(outcome, "floor").reason,
              AllOf(HasSubstr("ln(1 + (C - 1) / e) with C = 4 = 0.7437"), HasSubstr("double softmax")));
}

TEST(PlantedFault, a_rate_a_thousand_times_too_large_is_too_fast_and_does_not_stay) {
  // Batch norm bears even that: the goal is met by leaps, and lost again.
  suite::MemorizeCase wanted = usual_case();
  wanted.steps = suite::Bound{std::int64_t{15}, std::int64_t{120}};
  EXPECT_THAT(failing(run_case(mlp(), wanted)), IsEmpty());
  const MemorizeOutcome outcome = run_case(mlp(Twist::kRateTimesThousand), wanted);
  EXPECT_THAT(failing(outcome), ElementsAre("late_rise", "evaluation_gap", "steps"));
  EXPECT_THAT(result_of(outcome, "steps").reason, AllOf(HasSubstr("faster than the [15, 120] steps allowed"),
                                                        HasSubstr("steps per second"), HasSubstr("seed 7")));
  EXPECT_THAT(result_of(outcome, "late_rise").reason, HasSubstr("above the first loss of"));
}

TEST(PlantedFault, a_loss_that_is_nan_ends_the_run_and_never_passes) {
  const MemorizeOutcome outcome = run_case(mlp(Twist::kNanLoss), usual_case());
  EXPECT_EQ(outcome.runs.at(0).losses.size(), 6U);  // steps 0 to 5
  EXPECT_THAT(failing(outcome), ElementsAre("gradients", "loss_below", "steps"));
  EXPECT_THAT(result_of(outcome, "loss_below").reason,
              AllOf(HasSubstr("the loss is nan at step 5"), HasSubstr("all earlier gradients are finite")));
  EXPECT_EQ(result_of(outcome, "late_rise").verdict, base::Verdict::kNotRun);
}

TEST(PlantedFault, the_gradient_that_went_bad_first_is_named) {
  const MemorizeOutcome outcome = run_case(mlp(Twist::kNanGradient), usual_case());
  EXPECT_THAT(result_of(outcome, "loss_below").reason,
              HasSubstr("the loss is nan at step 4; what went bad first is the gradient of fc1.weight at step 3"));
  EXPECT_THAT(result_of(outcome, "gradients").reason,
              HasSubstr("at step 3 the gradient of 1 parameter is not finite (NaN or infinite): fc1.weight"));
}

TEST(PlantedFault, a_nan_in_the_inputs_is_found_in_its_sample) {
  const MemorizeOutcome outcome = run_case(mlp(Twist::kNanInput), usual_case());
  EXPECT_THAT(result_of(outcome, "data_contract").reason,
              HasSubstr("in batch 0 1 element of the inputs are not finite, the first in sample 3"));
  EXPECT_THAT(result_of(outcome, "loss_below").reason, HasSubstr("the inputs of the batch are not finite"));
}

TEST(PlantedFault, a_loss_that_rises_again_after_the_goal_is_late_rise) {
  const MemorizeOutcome outcome = run_case(mlp(Twist::kLateDivergence), usual_case());
  EXPECT_THAT(failing(outcome), ElementsAre("late_rise", "evaluation_gap"));
  EXPECT_THAT(result_of(outcome, "late_rise").reason, HasSubstr("the loss rose"));
}

TEST(PlantedFault, a_nan_after_the_goal_is_late_rise_and_the_gradients) {
  const MemorizeOutcome outcome = run_case(mlp(Twist::kLateNan), usual_case());
  EXPECT_THAT(failing(outcome), ElementsAre("gradients", "late_rise"));
  EXPECT_EQ(result_of(outcome, "steps").verdict, base::Verdict::kPassed);
  EXPECT_THAT(result_of(outcome, "late_rise").reason, HasSubstr("the loss became nan at step"));
}

TEST(PlantedFault, dead_units_have_zero_gradients) {
  const MemorizeOutcome outcome = run_case(mlp(Twist::kDeadUnits), usual_case());
  EXPECT_THAT(failing(outcome), Contains("gradients"));
  EXPECT_THAT(result_of(outcome, "gradients").reason,
              AllOf(HasSubstr("zero everywhere at steps 0 to 2"), HasSubstr("fc1.weight"), HasSubstr("norm.bias"),
                    Not(HasSubstr("fc2.bias"))));
}

TEST(PlantedFault, a_gradient_that_never_arrives_is_missing) {
  const MemorizeOutcome outcome = run_case(mlp(Twist::kStepForgetsBackward), usual_case());
  EXPECT_THAT(failing(outcome), ElementsAre("gradient_oracle", "gradients"));
  EXPECT_THAT(result_of(outcome, "gradients").reason,
              AllOf(HasSubstr("no gradient arrived at 1 parameter"), HasSubstr(": fc2.bias")));
  EXPECT_THAT(result_of(outcome, "gradient_oracle").reason,
              HasSubstr("1 of 6 parameters differ, by these parts of their norm: fc2.bias (1)"));
}

TEST(PlantedFault, one_label_alone_is_no_batch_to_learn_from) {
  EXPECT_THAT(result_of(run_case(mlp(Twist::kOneLabel), usual_case()), "data_contract").reason,
              HasSubstr("in batch 0 all 16 labels are the same"));
}

TEST(PlantedFault, an_index_that_is_ignored_is_noticed_with_two_batches) {
  suite::MemorizeCase wanted = usual_case();
  wanted.batches = 2;
  EXPECT_THAT(failing(run_case(mlp(), wanted)), IsEmpty());
  const MemorizeOutcome outcome = run_case(mlp(Twist::kSameBatches), wanted);
  EXPECT_THAT(failing(outcome), ElementsAre("data_contract"));
  EXPECT_THAT(result_of(outcome, "data_contract").reason, HasSubstr("batch 1 holds the same samples as batch 0"));
}

TEST(PlantedFault, a_recipe_that_throws_has_failed_at_that_step) {
  const MemorizeOutcome outcome = run_case(mlp(Twist::kThrows), usual_case());
  EXPECT_THAT(failing(outcome), ElementsAre("loss_below", "steps"));
  EXPECT_THAT(result_of(outcome, "steps").reason, HasSubstr("the recipe threw at step 2: no such column: price"));
}

TEST(PlantedFault, a_recipe_that_breaks_its_contract_has_failed) {
  EXPECT_THAT(result_of(run_case(mlp(Twist::kRowsDisagree), usual_case()), "steps").reason,
              HasSubstr("at step 0: the batch has 16 inputs, but its targets are [15] int64"));
  EXPECT_THAT(result_of(run_case(mlp(Twist::kLossOfEach), usual_case()), "steps").verdict, base::Verdict::kFailed);
}

}  // namespace
}  // namespace assay::train
