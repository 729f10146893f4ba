#include <assay/trajectory/detail/metric_judge.hpp>
#include <assay/trajectory/limits.hpp>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

namespace assay::trajectory {
namespace {

using base::CheckResult;
using base::Verdict;

CheckResult judge_steps(const suite::Bound& bound, const Trajectory& trajectory) {
  const auto count = static_cast<std::uint64_t>(trajectory.steps.size());
  CheckResult result{.check = "steps", .verdict = Verdict::kPassed, .metrics = {{"steps", count, "count", ""}}};
  if (!bound.contains(count)) {
    detail::fail(result, fmt::format("{} steps were written, expected {}", count, bound.to_text()), bound.to_text(),
                 count);
  }
  return result;
}

const Curve* curve_of(const Trajectory& trajectory, const std::string& metric) {
  const auto found = trajectory.curves.find(metric);
  return found == trajectory.curves.end() || found->second.empty() ? nullptr : &found->second;
}

CheckResult judge_gap(const suite::TrainCase& limits, const Trajectory& trajectory) {
  const suite::GeneralisationGap& gap = *limits.gap;
  CheckResult result{.check = "gap", .verdict = Verdict::kPassed};
  const std::string expected = fmt::format("<= {}", gap.below);
  const Curve* train = curve_of(trajectory, gap.train);
  const Curve* validation = curve_of(trajectory, gap.validation);
  for (const auto& [name, curve] : {std::pair{gap.train, train}, std::pair{gap.validation, validation}}) {
    if (curve == nullptr) {
      detail::fail(result, fmt::format("the metric `{}` was never written, so there is no gap to judge", name),
                   expected, {});
      return result;
    }
    if (const Point* bad = first_non_finite(*curve)) {
      detail::fail(result,
                   fmt::format("`{}` is {} at step {}", name, base::to_text(base::Number{bad->value}), bad->step),
                   expected, {});
      return result;
    }
  }
  const auto higher = [&](const std::string& name) {
    for (const suite::MetricLimits& metric : limits.limits) {
      if (metric.metric == name) {
        return metric.higher_is_better;
      }
    }
    return false;
  };
  std::size_t t = train->size();
  std::size_t v = validation->size();
  while (t > 0 && v > 0 && (*train)[t - 1].step != (*validation)[v - 1].step) {
    ((*train)[t - 1].step > (*validation)[v - 1].step ? t : v) -= 1;
  }
  if (t == 0 || v == 0) {
    detail::fail(result, fmt::format("`{}` and `{}` have no common step", gap.train, gap.validation), expected, {});
    return result;
  }
  const double difference = (*validation)[v - 1].value - (*train)[t - 1].value;
  const double observed = higher(gap.train) || higher(gap.validation) ? -difference : difference;
  result.metrics.push_back({"gap", observed, "", "lower"});
  if (!(observed <= gap.below)) {
    detail::fail(
        result,
        fmt::format("at step {} the gap between `{}` and `{}` is {}, expected at most {}", (*train)[t - 1].step,
                    gap.validation, gap.train, base::to_text(base::Number{observed}), gap.below),
        expected, observed);
  }
  return result;
}

}  // namespace

std::vector<CheckResult> judge(const suite::TrainCase& limits, const Trajectory& trajectory) {
  std::vector<CheckResult> results;
  if (limits.steps) {
    results.push_back(judge_steps(*limits.steps, trajectory));
  }
  if (limits.gap) {
    results.push_back(judge_gap(limits, trajectory));
  }
  for (const suite::MetricLimits& metric : limits.limits) {
    for (CheckResult& result : detail::judge_metric(metric, curve_of(trajectory, metric.metric), trajectory.steps)) {
      results.push_back(std::move(result));
    }
  }
  return results;
}

}  // namespace assay::trajectory
