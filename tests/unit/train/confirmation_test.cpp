#include <assay/train/detail/confirmation.hpp>

#include "mlp_recipe.hpp"
#include "outcome.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::train {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// The budget that only the slower of the healthy seeds break.
suite::MemorizeCase tight_case(std::uint64_t most) {
  suite::MemorizeCase wanted = usual_case();
  wanted.steps = suite::Bound{std::uint64_t{1}, most};
  wanted.checks = {{"first_loss", false}};
  return wanted;
}

TEST(Confirmation, clears_an_alarm_that_fresh_seeds_do_not_repeat) {
  // The slowest of some seeds, and a budget that it alone breaks.
  std::uint64_t slowest = 0;
  std::uint64_t most = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const std::uint64_t reached = run_case(mlp(), usual_case(), seed).runs.at(0).reached.value();
    if (reached > most) {
      most = reached;
      slowest = seed;
    }
  }
  const MemorizeOutcome outcome = run_case(mlp(), tight_case(most - 1), slowest);
  EXPECT_THAT(failing(outcome), IsEmpty());
  ASSERT_THAT(outcome.runs, SizeIs(3));
  EXPECT_THAT(result_of(outcome, "steps").reason, HasSubstr("not repeated with seeds"));
  EXPECT_NE(outcome.runs[1].seed, outcome.runs[2].seed);
}

TEST(Confirmation, keeps_an_alarm_that_fresh_seeds_repeat) {
  const MemorizeOutcome outcome = run_case(mlp(), tight_case(4), 7);
  EXPECT_THAT(failing(outcome), ElementsAre("loss_below", "steps"));
  EXPECT_THAT(outcome.runs, SizeIs(3));
  EXPECT_THAT(result_of(outcome, "steps").reason, HasSubstr("again with seeds"));
}

TEST(Confirmation, never_repeats_what_an_exact_check_found) {
  EXPECT_THAT(run_case(mlp(Twist::kDetachedBody), usual_case()).runs, SizeIs(1));
  EXPECT_THAT(run_case(mlp(Twist::kNanLoss), usual_case()).runs, SizeIs(1));
}

TEST(Confirmation, is_not_for_seeds_that_the_case_names) {
  suite::MemorizeCase wanted = tight_case(4);
  wanted.seeds = {7};
  EXPECT_THAT(run_case(mlp(), wanted).runs, SizeIs(1));
}

TEST(Confirmation, knows_what_depends_on_luck) {
  EXPECT_TRUE(detail::depends_on_luck("steps"));
  EXPECT_TRUE(detail::depends_on_luck("levels.0.5"));
  EXPECT_TRUE(detail::depends_on_luck("late_rise"));
  EXPECT_FALSE(detail::depends_on_luck("wall_time"));
  EXPECT_FALSE(detail::depends_on_luck("three_sets"));
  EXPECT_FALSE(detail::depends_on_luck("update_oracle"));
}

}  // namespace
}  // namespace assay::train
