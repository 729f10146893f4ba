#include <assay/trajectory/detail/metric_judge.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace assay::trajectory::detail {
namespace {

using base::CheckResult;
using base::Verdict;

std::string text(double value) { return base::to_text(base::Number{value}); }

/// The name as a filter and a terminal can carry it.
std::string carried(std::string name) {
  for (char& c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '*' || c == '?' || c == ':' || c == '"' || byte < 0x20 || byte == 0x7f) {
      c = '_';
    }
  }
  return name;
}

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) {
    return *middle;
  }
  const double below = *std::max_element(values.begin(), middle);
  return below + (*middle - below) / 2;
}

/// One metric's limits with what all of them need.
class MetricJudge {
 public:
  MetricJudge(const suite::MetricLimits& limits, const Curve& curve, const std::vector<std::int64_t>& steps)
      : limits_(limits), curve_(curve), steps_(steps) {}

  CheckResult in_bound(const std::string& key, const suite::Bound& bound, const Point& seen) const {
    CheckResult result = start(key, seen.value);
    if (!bound.contains(seen.value)) {
      fail(result,
           fmt::format("{} of `{}` is {} at step {}, expected {}", key, limits_.metric, text(seen.value), seen.step,
                       bound.to_text()),
           bound.to_text(), seen.value);
    }
    return result;
  }

  CheckResult median(const suite::Bound& bound) const {
    std::vector<double> values;
    for (const Point& point : curve_) {
      values.push_back(point.value);
    }
    const double seen = median_of(std::move(values));
    CheckResult result = start("median", seen);
    if (!bound.contains(seen)) {
      fail(result, fmt::format("median of `{}` is {}, expected {}", limits_.metric, text(seen), bound.to_text()),
           bound.to_text(), seen);
    }
    return result;
  }

  CheckResult by_step(std::uint64_t mark, const suite::Bound& bound) const {
    const std::string key = fmt::format("by_step.{}", mark);
    const auto limit = static_cast<std::int64_t>(std::min<std::uint64_t>(mark, std::uint64_t{1} << 62U));
    const auto after =
        std::find_if(curve_.begin(), curve_.end(), [&](const Point& point) { return point.step > limit; });
    if (steps_.back() < limit || after == curve_.begin()) {
      CheckResult result = start(key, std::nullopt);
      fail(result,
           steps_.back() < limit ? fmt::format("step {} was never reached: the last step is {}", mark, steps_.back())
                                 : fmt::format("`{}` has no value at or before step {}: its first is at step {}",
                                               limits_.metric, mark, curve_.front().step),
           bound.to_text(), {});
      return result;
    }
    return in_bound(key, bound, *std::prev(after));
  }

  CheckResult diverges(double factor) const {
    CheckResult result = start("diverges_above", std::nullopt);
    double best = curve_.front().value;
    std::uint64_t held = 0;
    for (const Point& point : curve_) {
      const bool worse = limits_.higher_is_better ? point.value < best / factor : point.value > best * factor;
      best = limits_.higher_is_better ? std::max(best, point.value) : std::min(best, point.value);
      held = worse ? held + 1 : 0;
      if (held >= limits_.patience) {
        fail(result,
             fmt::format("`{}` diverges: {} at step {} is beyond {} times its best {} for {} points in a row",
                         limits_.metric, text(point.value), point.step, text(factor), text(best), held),
             fmt::format("within {} times the running best", text(factor)), point.value);
        return result;
      }
    }
    return result;
  }

  CheckResult plateau(const suite::MetricLimits::Plateau& rule) const {
    CheckResult result = start("plateau", std::nullopt);
    const auto window = static_cast<double>(rule.steps);
    const double end = static_cast<double>(curve_.back().step);
    const auto inside = std::find_if(curve_.begin(), curve_.end(), [&](const Point& point) {
      return end - static_cast<double>(point.step) <= window;
    });
    if (end - static_cast<double>(curve_.front().step) < window) {
      return result;  // shorter than the window: nothing can have stood still for so long
    }
    const auto better = [&](double a, double b) { return limits_.higher_is_better ? a > b : a < b; };
    double before = curve_.front().value;
    for (auto point = curve_.begin(); point <= inside; ++point) {
      before = better(point->value, before) ? point->value : before;
    }
    double best = before;
    for (auto point = inside; point != curve_.end(); ++point) {
      best = better(point->value, best) ? point->value : best;
    }
    const double change = before == 0 ? std::abs(best - before) : std::abs(best - before) / std::abs(before);
    if (!(change >= rule.change)) {
      fail(result,
           fmt::format(
               "`{}` stands still: over the last {} steps it improved by {:.3g}, expected at least {}, from {} to {}",
               limits_.metric, rule.steps, change, text(rule.change), text(before), text(best)),
           fmt::format(">= {}", text(rule.change)), change);
    }
    return result;
  }

  CheckResult decreasing(double share) const {
    constexpr std::size_t kWindows = 10;
    std::vector<double> means;
    const double first = static_cast<double>(curve_.front().step);
    const double width = (static_cast<double>(curve_.back().step) - first) / static_cast<double>(kWindows);
    for (std::size_t window = 0, point = 0; window < kWindows && width > 0; ++window) {
      const double end = first + width * static_cast<double>(window + 1);
      double sum = 0;
      std::size_t count = 0;
      for (; point < curve_.size() && (window + 1 == kWindows || static_cast<double>(curve_[point].step) < end);
           ++point, ++count) {
        sum += curve_[point].value;
      }
      if (count > 0) {
        means.push_back(sum / static_cast<double>(count));
      }
    }
    std::size_t improved = 0;
    for (std::size_t i = 1; i < means.size(); ++i) {
      improved += (limits_.higher_is_better ? means[i] > means[i - 1] : means[i] < means[i - 1]) ? 1U : 0U;
    }
    const double seen = means.size() < 2 ? 0 : static_cast<double>(improved) / static_cast<double>(means.size() - 1);
    CheckResult result = start("decreasing", seen);
    if (!(seen >= share)) {
      fail(result,
           fmt::format("`{}` improved in {} of {} windows of a tenth of the run, expected a share of at least {}",
                       limits_.metric, improved, means.empty() ? 0 : means.size() - 1, text(share)),
           fmt::format(">= {}", text(share)), seen);
    }
    return result;
  }

  const Point& extreme(bool highest) const {
    const auto less = [](const Point& a, const Point& b) { return a.value < b.value; };
    return highest ? *std::max_element(curve_.begin(), curve_.end(), less)
                   : *std::min_element(curve_.begin(), curve_.end(), less);
  }

 private:
  CheckResult start(const std::string& key, std::optional<double> seen) const {
    CheckResult result{.check = carried(limits_.metric) + "." + key, .verdict = Verdict::kPassed};
    if (seen) {
      result.metrics.push_back({limits_.metric + "." + key, *seen, "", limits_.higher_is_better ? "higher" : "lower"});
    }
    return result;
  }

  const suite::MetricLimits& limits_;
  const Curve& curve_;
  const std::vector<std::int64_t>& steps_;
};

/// The keys of all limits that are set, in the order of docs/reference.md, each with what judges it.
std::vector<std::pair<std::string, std::function<CheckResult(const MetricJudge&, const Curve&)>>> chosen(
    const suite::MetricLimits& limits) {
  std::vector<std::pair<std::string, std::function<CheckResult(const MetricJudge&, const Curve&)>>> all;
  const auto bound = [&](const std::string& key, const std::optional<suite::Bound>& value, auto pick) {
    if (value) {
      all.emplace_back(key, [key, value = *value, pick](const MetricJudge& judge, const Curve& curve) {
        return judge.in_bound(key, value, pick(judge, curve));
      });
    }
  };
  bound("first", limits.first, [](const MetricJudge&, const Curve& curve) { return curve.front(); });
  bound("last", limits.last, [](const MetricJudge&, const Curve& curve) { return curve.back(); });
  bound("best", limits.best,
        [higher = limits.higher_is_better](const MetricJudge& judge, const Curve&) { return judge.extreme(higher); });
  if (limits.median) {
    all.emplace_back("median",
                     [value = *limits.median](const MetricJudge& judge, const Curve&) { return judge.median(value); });
  }
  bound("max", limits.max, [](const MetricJudge& judge, const Curve&) { return judge.extreme(true); });
  bound("min", limits.min, [](const MetricJudge& judge, const Curve&) { return judge.extreme(false); });
  for (const auto& [mark, value] : limits.by_step) {
    all.emplace_back(
        fmt::format("by_step.{}", mark),
        [mark = mark, value = value](const MetricJudge& judge, const Curve&) { return judge.by_step(mark, value); });
  }
  if (limits.diverges_above) {
    all.emplace_back("diverges_above", [factor = *limits.diverges_above](const MetricJudge& judge, const Curve&) {
      return judge.diverges(factor);
    });
  }
  if (limits.plateau) {
    all.emplace_back("plateau",
                     [rule = *limits.plateau](const MetricJudge& judge, const Curve&) { return judge.plateau(rule); });
  }
  if (limits.decreasing) {
    all.emplace_back("decreasing", [share = *limits.decreasing](const MetricJudge& judge, const Curve&) {
      return judge.decreasing(share);
    });
  }
  return all;
}

/// Why no limit on the metric can be kept, or nothing.
std::optional<std::string> trouble(const suite::MetricLimits& limits, const Curve* curve,
                                   const std::vector<std::int64_t>& steps) {
  if (curve == nullptr) {
    return fmt::format("the metric `{}` was never written", limits.metric);
  }
  if (const Point* bad = first_non_finite(*curve)) {
    return fmt::format("`{}` is {} at step {}", limits.metric, text(bad->value), bad->step);
  }
  if (fell_silent(*curve, steps)) {
    return fmt::format("the metric `{}` is missing: it was last written at step {} of {}", limits.metric,
                       curve->back().step, steps.back());
  }
  return std::nullopt;
}

}  // namespace

void fail(CheckResult& result, std::string message, std::string expected, base::Scalar observed) {
  result.verdict = Verdict::kFailed;
  result.reason = message;
  base::Failure failure;
  failure.message = std::move(message);
  failure.expected = std::move(expected);
  failure.observed = std::move(observed);
  result.failures.push_back(std::move(failure));
}

std::vector<CheckResult> judge_metric(const suite::MetricLimits& limits, const Curve* curve,
                                      const std::vector<std::int64_t>& steps) {
  std::vector<CheckResult> results;
  const auto problem = trouble(limits, curve, steps);
  for (const auto& [key, judge] : chosen(limits)) {
    if (!problem) {
      results.push_back(judge(MetricJudge(limits, *curve, steps), *curve));
      continue;
    }
    CheckResult result{.check = carried(limits.metric) + "." + key};
    if (curve == nullptr && !limits.required) {
      result.verdict = Verdict::kSkipped;
      result.reason = *problem + " and is not required";
    } else {
      fail(result, *problem, "a finite value at every step", {});
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace assay::trajectory::detail
