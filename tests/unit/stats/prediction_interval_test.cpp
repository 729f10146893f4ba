#include <assay/stats/prediction_interval.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace assay::stats {
namespace {

TEST(PredictionInterval, is_students) {
  // t(0.9995, 29) = 3.659405 by numerical integration of the density; 0.3 * sqrt(1 + 1/30) = 0.304959.
  const Interval thirty = prediction_interval(2, 0.3, 30, 1e-3);
  EXPECT_NEAR(thirty.low, 2 - 3.659405 * 0.3049590, 1e-5);
  EXPECT_NEAR(thirty.high, 2 + 3.659405 * 0.3049590, 1e-5);
  // t(0.975, 4) = 2.776445
  const Interval five = prediction_interval(-1, 2, 5, 0.05);
  EXPECT_NEAR(five.high, -1 + 2.776445 * 2 * std::sqrt(1.2), 1e-5);
}

TEST(PredictionInterval, of_too_little_is_the_whole_line) {
  EXPECT_EQ(prediction_interval(1, 0, 1, 0.1).low, -HUGE_VAL);
  EXPECT_EQ(prediction_interval(std::nan(""), 1, 30, 0.1).high, HUGE_VAL);
  EXPECT_EQ(prediction_interval(1, 1, 30, 0).high, HUGE_VAL);
}

TEST(WilsonInterval, is_that_of_the_textbook) {
  // 10 of 100: (0.1 + z^2/200 -+ z sqrt(0.1 * 0.9 / 100 + z^2 / 40000)) / (1 + z^2 / 100) = [0.0552, 0.1744]
  const Interval tenth = wilson_interval(10, 100);
  EXPECT_NEAR(tenth.low, 0.05523, 1e-5);
  EXPECT_NEAR(tenth.high, 0.17437, 1e-5);
  // none of 250: [0, z^2 / (250 + z^2)]
  const Interval none = wilson_interval(0, 250);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.01513, 1e-5);
  EXPECT_EQ(wilson_interval(0, 0).high, 1);
}

}  // namespace
}  // namespace assay::stats
