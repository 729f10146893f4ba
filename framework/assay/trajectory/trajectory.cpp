#include <assay/trajectory/trajectory.hpp>

#include <algorithm>
#include <cmath>

namespace assay::trajectory {

const Point* first_non_finite(const Curve& curve) noexcept {
  const auto found =
      std::find_if(curve.begin(), curve.end(), [](const Point& point) { return !std::isfinite(point.value); });
  return found == curve.end() ? nullptr : &*found;
}

bool fell_silent(const Curve& curve, const std::vector<std::int64_t>& steps) noexcept {
  if (curve.empty() || steps.empty()) {
    return false;
  }
  // Differences of int64 steps in double: exact far beyond any run, and without overflow.
  const auto distance = [](std::int64_t from, std::int64_t to) {
    return static_cast<double>(to) - static_cast<double>(from);
  };
  double longest = distance(steps.front(), curve.front().step);
  for (std::size_t i = 1; i < curve.size(); ++i) {
    longest = std::max(longest, distance(curve[i - 1].step, curve[i].step));
  }
  constexpr double kPauses = 3;
  constexpr double kShareOfRun = 0.1;
  const double end = distance(curve.back().step, steps.back());
  return end > kPauses * longest && end > kShareOfRun * distance(steps.front(), steps.back());
}

}  // namespace assay::trajectory
