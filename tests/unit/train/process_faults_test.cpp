#include "image_recipe.hpp"
#include "mlp_recipe.hpp"
#include "outcome.hpp"
#include <ATen/Parallel.h>
#include <c10/core/DefaultDtype.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::train {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Long enough that memory is watched.
MemorizeOutcome run_images(ImageTwist twist) {
  suite::MemorizeCase wanted;
  wanted.loss_below = 0.1;
  wanted.steps = suite::Bound{std::int64_t{1}, std::int64_t{400}};
  return run_case(image_recipe(twist), wanted);
}

TEST(SideEffects, of_threads_are_named_with_their_step_and_undone) {
  const int before = at::get_num_threads();
  const auto outcome = run_images(ImageTwist::kSetsThreads);
  EXPECT_THAT(failing(outcome), ElementsAre("side_effects"));
  EXPECT_THAT(result_of(outcome, "side_effects").reason,
              HasSubstr("step 1 changed the number of LibTorch's threads of the whole process from 1 to 2"));
  EXPECT_EQ(at::get_num_threads(), before);
}

TEST(SideEffects, of_the_default_type_are_named_and_undone) {
  const auto outcome = run_images(ImageTwist::kSetsDefaultType);
  EXPECT_THAT(
      result_of(outcome, "side_effects").reason,
      HasSubstr("building the recipe changed the default floating-point type of the whole process from Float to "
                "Double"));
  EXPECT_EQ(c10::get_default_dtype_as_scalartype(), at::kFloat);
}

TEST(SideEffects, of_the_seed_are_named) {
  const auto outcome = run_images(ImageTwist::kReseeds);
  EXPECT_THAT(failing(outcome), Contains("side_effects"));
  EXPECT_THAT(result_of(outcome, "side_effects").reason, HasSubstr("the seed of the default random numbers"));
}

TEST(MemoryGrowth, sees_losses_that_are_kept_with_their_graphs) {
  const auto outcome = run_images(ImageTwist::kKeepsLosses);
  EXPECT_THAT(failing(outcome), ElementsAre("memory_growth"));
  EXPECT_THAT(result_of(outcome, "memory_growth").reason, HasSubstr("something is kept from step to step"));
}

TEST(DeadUnits, are_counted_by_layer) {
  const auto outcome = run_images(ImageTwist::kMostUnitsDead);
  EXPECT_THAT(failing(outcome), Contains("dead_units"));
  EXPECT_THAT(result_of(outcome, "dead_units").reason, HasSubstr("of the 240 units behind ReLU 1 of the forward pass"));
}

TEST(NonFinite, is_traced_to_the_operator_that_made_it) {
  const auto outcome = run_images(ImageTwist::kOverflows);
  EXPECT_THAT(
      result_of(outcome, "loss_below").reason,
      AllOf(HasSubstr("the loss is nan at step 2"),
            HasSubstr(
                "the first infinity is made by aten::exp, after conv.weight was used; its input, [] float32, goes from "
                "100 to 100, and the first NaN is made by aten::mul"),
            HasSubstr("in float64 it does not happen")));
}

TEST(NonFinite, is_traced_through_the_backward_pass) {
  const auto outcome = run_case(mlp(Twist::kNanGradient), usual_case());
  EXPECT_THAT(
      result_of(outcome, "loss_below").reason,
      AllOf(HasSubstr("what went bad first is the gradient of fc1.weight at step 3"),
            HasSubstr("in the backward pass (SqrtBackward0)"), HasSubstr("in float64 it happens too, at step 3")));
}

TEST(NonFinite, of_the_inputs_has_no_operator_to_blame) {
  const auto outcome = run_case(mlp(Twist::kNanInput), usual_case());
  EXPECT_THAT(result_of(outcome, "loss_below").reason,
              AllOf(HasSubstr("the inputs of the batch are not finite"), Not(HasSubstr("is made by"))));
}

}  // namespace
}  // namespace assay::train
