#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace assay::expect::detail {

/// A statistic of one row.
enum class RowMeasure { kMean, kStd, kMin, kMax, kSum, kNorm };

/// Holds the exact statistic; NaN or infinite ends when nothing is sure.
struct RowInterval {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

/// Ends around a row's mean, deviation, sum or norm, from sums in double and a bound of their rounding: n additions in
/// any order are off by less than 2 n u times the sum of magnitudes (Higham, "Accuracy and Stability of Numerical
/// Algorithms", 4.2; u = 2^-53), and so is a value's own conversion to double.
template <class T>
[[nodiscard]] RowInterval row_interval(RowMeasure measure, std::span<const T> values) noexcept {
  constexpr std::size_t kLanes = 8;
  const auto sum = [&](auto&& term) {
    std::array<double, kLanes> lanes{};
    std::size_t i = 0;
    for (; i + kLanes <= values.size(); i += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += term(static_cast<double>(values[i + lane]));
    }
    double total = 0;
    for (; i < values.size(); ++i) total += term(static_cast<double>(values[i]));
    for (const double lane : lanes) total += lane;
    return total;
  };
  const auto count = static_cast<double>(values.size());
  const double relative = 4 * (count + 8) * 0x1p-53;
  const double tiny = 1e-150 * count;  // squares below the smallest double are lost
  const auto around = [](double middle, double off) { return RowInterval{middle - off, middle + off}; };
  if (measure == RowMeasure::kNorm) {
    const double norm = std::sqrt(sum([](double value) { return value * value; }));
    return around(norm, norm * relative + tiny);
  }
  const double total = sum([](double value) { return value; });
  const double magnitude = sum([](double value) { return std::abs(value); });
  if (measure == RowMeasure::kSum) return around(total, magnitude * relative + tiny);
  const double mean = total / count;
  const double off = magnitude / count * relative + tiny;
  if (measure == RowMeasure::kMean) return around(mean, off);
  if (measure != RowMeasure::kStd || values.size() < 2) return {};
  const double squares = sum([mean](double value) { return (value - mean) * (value - mean); });
  const double deviation = std::sqrt(squares / (count - 1));
  // A mean that is off by d moves the root of the sum of squares by at most d sqrt(n).
  return around(deviation, deviation * relative + 4 * off * count + tiny);
}

}  // namespace assay::expect::detail
