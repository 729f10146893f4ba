#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace assay::trajectory {

/// One value of a metric at a step. It may be NaN or infinite.
struct Point {
  std::int64_t step = 0;
  double value = 0;

  friend bool operator==(const Point&, const Point&) = default;
};

/// All points of one metric, by rising step, each step once.
using Curve = std::vector<Point>;

/// What a training run wrote: the curves of all its metrics.
struct Trajectory {
  std::map<std::string, Curve> curves;
  std::vector<std::int64_t> steps;  ///< the distinct steps, rising
  std::size_t broken_lines = 0;     ///< lines that cannot be read
};

/// The first point that is NaN or infinite, or null.
[[nodiscard]] const Point* first_non_finite(const Curve& curve) noexcept;

/// Whether a metric fell silent while the run went on: its pause at the end is longer than three times its longest
/// pause before and longer than a tenth of the run. The steps of the run rise and hold those of the curve.
[[nodiscard]] bool fell_silent(const Curve& curve, const std::vector<std::int64_t>& steps) noexcept;

}  // namespace assay::trajectory
