#include <assay/trajectory/limits.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace {

using assay::base::CheckResult;
using assay::base::Verdict;
using assay::suite::Bound;
using assay::suite::MetricLimits;
using assay::suite::TrainCase;
using assay::trajectory::Curve;
using assay::trajectory::judge;
using assay::trajectory::Trajectory;
using testing::HasSubstr;

Trajectory of(const Curve& curve) {
  Trajectory trajectory;
  trajectory.curves["loss"] = curve;
  for (const auto& point : curve) {
    trajectory.steps.push_back(point.step);
  }
  return trajectory;
}

Curve falling() { return {{1, 4}, {2, 3}, {3, 2}, {4, 1}, {5, 2}}; }

/// The only result of one limit on `loss`.
CheckResult one(const MetricLimits& limits, const Trajectory& trajectory) {
  TrainCase item;
  item.limits = {limits};
  item.limits.front().metric = "loss";
  const auto results = judge(item, trajectory);
  EXPECT_EQ(results.size(), 1U);
  return results.empty() ? CheckResult{} : results.front();
}

void expect_passes(const MetricLimits& limits, const Curve& curve, const std::string& check) {
  const auto result = one(limits, of(curve));
  EXPECT_EQ(result.check, check);
  EXPECT_EQ(result.verdict, Verdict::kPassed) << result.reason;
}

void expect_fails(const MetricLimits& limits, const Curve& curve, const std::string& part) {
  const auto result = one(limits, of(curve));
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  EXPECT_THAT(result.reason, HasSubstr(part));
}

TEST(Limits, PickTheirPoint) {
  expect_passes({.first = Bound{4.0, 4.0}}, falling(), "loss.first");
  expect_fails({.first = Bound{0.0, 3.9}}, falling(), "step 1");
  expect_passes({.last = Bound{2.0, 2.0}}, falling(), "loss.last");
  expect_fails({.last = Bound{0.0, 1.0}}, falling(), "step 5");
  expect_passes({.best = Bound{1.0, 1.0}}, falling(), "loss.best");
  expect_fails({.best = Bound{2.0, 9.0}}, falling(), "step 4");
  expect_passes({.higher_is_better = true, .best = Bound{4.0, 4.0}}, falling(), "loss.best");
  expect_passes({.max = Bound{4.0, 4.0}}, falling(), "loss.max");
  expect_passes({.min = Bound{1.0, 1.0}}, falling(), "loss.min");
  expect_passes({.median = Bound{2.0, 2.0}}, falling(), "loss.median");
  expect_passes({.median = Bound{2.5, 2.5}}, {{1, 4}, {2, 3}, {3, 2}, {4, 1}}, "loss.median");
  expect_fails({.median = Bound{2.6, 9.0}}, {{1, 4}, {2, 3}, {3, 2}, {4, 1}}, "2.5");
}

TEST(Limits, ByStepTakesTheLastValueAtOrBefore) {
  expect_passes({.by_step = {{3, Bound{2.0, 2.0}}}}, falling(), "loss.by_step.3");
  expect_passes({.by_step = {{15, Bound{1.0, 1.0}}}}, {{10, 1}, {20, 5}}, "loss.by_step.15");
  expect_fails({.by_step = {{6, Bound{0.0, 9.0}}}}, falling(), "never reached");
  expect_fails({.by_step = {{5, Bound{0.0, 9.0}}}}, {{10, 1}}, "no value at or before step 5");
}

TEST(Limits, DivergenceIsHeldForThePatience) {
  const Curve spike{{1, 1}, {2, 5}, {3, 5}, {4, 1}};
  expect_passes({.diverges_above = 2.0}, spike, "loss.diverges_above");
  expect_fails({.diverges_above = 2.0}, {{1, 1}, {2, 5}, {3, 5}, {4, 5}}, "step 4");
  expect_fails({.diverges_above = 2.0, .patience = 2}, spike, "step 3");
  expect_passes({.diverges_above = 2.0}, {{1, 1}, {2, 2}, {3, 2}, {4, 2}},
                "loss.diverges_above");  // exactly at the factor
}

TEST(Limits, APlateauLastsToTheEnd) {
  Curve curve;
  for (int step = 0; step <= 100; ++step) {
    curve.push_back({step, step < 50 ? 10.0 - 0.1 * step : 5.0});
  }
  expect_fails({.plateau = MetricLimits::Plateau{.steps = 40, .change = 0.01}}, curve, "stands still");
  expect_passes({.plateau = MetricLimits::Plateau{.steps = 60, .change = 0.01}}, curve, "loss.plateau");
  curve.push_back({101, 4.0});
  expect_passes({.plateau = MetricLimits::Plateau{.steps = 40, .change = 0.01}}, curve, "loss.plateau");
  expect_passes({.plateau = MetricLimits::Plateau{.steps = 40, .change = 0.01}}, {{1, 5}, {2, 5}},
                "loss.plateau");  // too short to tell
}

TEST(Limits, DecreasingCountsWindowsOfATenth) {
  Curve steady;
  Curve rising;
  for (int step = 0; step < 100; ++step) {
    steady.push_back({step, 100.0 - step});
    rising.push_back({step, 100.0 + step});
  }
  expect_passes({.decreasing = 1.0}, steady, "loss.decreasing");
  expect_fails({.decreasing = 0.1}, rising, "0 of 9");
  expect_passes({.higher_is_better = true, .decreasing = 1.0}, rising, "loss.decreasing");
}

TEST(Limits, ANonFiniteValueAnywhereFailsEveryLimit) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  expect_fails({.last = Bound{0.0, kInfinity}}, {{1, std::numeric_limits<double>::quiet_NaN()}, {2, 1}}, "step 1");
  expect_fails({.first = Bound{0.0, kInfinity}}, {{1, 1}, {2, kInfinity}}, "inf at step 2");
}

TEST(Limits, AMetricNeverWrittenIsMissingOrSkipped) {
  const Trajectory nothing = [] {
    Trajectory trajectory;
    trajectory.steps = {1, 2};
    return trajectory;
  }();
  EXPECT_EQ(one({.last = Bound{}}, nothing).verdict, Verdict::kFailed);
  EXPECT_EQ(one({.last = Bound{}, .required = false}, nothing).verdict, Verdict::kSkipped);
}

TEST(Limits, StepsCountDistinctOnes) {
  TrainCase item;
  item.steps = Bound{std::uint64_t{5}, std::uint64_t{5}};
  EXPECT_EQ(judge(item, of(falling())).front().verdict, Verdict::kPassed);
  item.steps = Bound{std::uint64_t{6}, std::uint64_t{9}};
  EXPECT_EQ(judge(item, of(falling())).front().verdict, Verdict::kFailed);
}

TEST(Limits, TheGapIsThatOfTheLastCommonStep) {
  Trajectory trajectory = of({{1, 1.0}, {2, 0.5}, {3, 0.1}});
  trajectory.curves["validation"] = {{1, 1.0}, {2, 0.75}};
  TrainCase item;
  item.gap = assay::suite::GeneralisationGap{.train = "loss", .validation = "validation", .below = 0.25};
  EXPECT_EQ(judge(item, trajectory).front().verdict, Verdict::kPassed);  // 0.25 at step 2, inclusive
  item.gap->below = 0.2;
  EXPECT_THAT(judge(item, trajectory).front().reason, HasSubstr("step 2"));
  trajectory.curves["validation"] = {{7, 1.0}};
  EXPECT_THAT(judge(item, trajectory).front().reason, HasSubstr("no common step"));
}

}  // namespace
