#include <assay/train/detail/loss_track.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace assay::train::detail {
namespace {

TEST(LossTrack, notes_the_updates_made_before_a_loss_was_seen) {
  LossTrack track(1, 0.5, {0.5, 0.1});
  for (const double loss : {4.0, 3.0, 2.0, 0.5, 0.4, 0.3}) {
    track.add(loss);
  }
  EXPECT_EQ(track.goal_at(), 4U);       // 0.5 is not below 0.5
  EXPECT_EQ(track.levels_at()[0], 2U);  // 2.0 is half of the first
  EXPECT_EQ(track.levels_at()[1], 4U);  // 0.4 is a tenth
  EXPECT_EQ(track.lowest(), 0.3);
  EXPECT_EQ(track.lowest_at(), 5U);
}

TEST(LossTrack, takes_the_mean_of_a_turn_of_batches) {
  LossTrack track(2, 1.5, {});
  track.add(1.0);
  EXPECT_FALSE(track.current());
  EXPECT_FALSE(track.goal_at());
  track.add(3.0);
  EXPECT_EQ(track.first(), 2.0);
  track.add(0.5);  // (3 + 0.5) / 2
  EXPECT_FALSE(track.goal_at());
  track.add(1.0);  // (0.5 + 1) / 2
  EXPECT_EQ(track.goal_at(), 3U);
}

TEST(LossTrack, nan_and_infinity_reach_nothing) {
  LossTrack track(1, 1.0, {0.5});
  for (const double loss : {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity(), 4.0,
                            std::numeric_limits<double>::quiet_NaN(), 3.0}) {
    track.add(loss);
  }
  EXPECT_EQ(track.first(), 4.0);
  EXPECT_FALSE(track.goal_at());
  EXPECT_FALSE(track.levels_at()[0]);
  EXPECT_EQ(track.lowest(), 3.0);
}

TEST(LossTrack, a_first_loss_below_zero_has_no_levels) {
  LossTrack track(1, {}, {0.5});
  track.add(-1);
  track.add(-8);
  EXPECT_FALSE(track.levels_at()[0]);
}

}  // namespace
}  // namespace assay::train::detail
