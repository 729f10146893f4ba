#pragma once

#include <cstdint>

namespace assay::stats {

/// Both ends of an interval.
struct Interval {
  double low = 0;
  double high = 0;
};

/// Where the next observation of a normal distribution falls with probability `1 - alpha`, known from `count` earlier
/// ones with this mean and standard deviation (n - 1 in its denominator): mean -+ t * deviation * sqrt(1 + 1 / count),
/// with t the `1 - alpha / 2` quantile of Student's t with `count - 1` degrees of freedom (Hahn and Meeker 1991, 4.2).
/// With fewer than two observations, or numbers that are not finite, the interval is (-inf, inf). alpha in (0, 1).
[[nodiscard]] Interval prediction_interval(double mean, double deviation, std::uint64_t count, double alpha);

/// Where a share of which `hits` of `trials` were seen lies with confidence 0.95 (Wilson 1927); [0, 1] without trials.
[[nodiscard]] Interval wilson_interval(std::uint64_t hits, std::uint64_t trials);

}  // namespace assay::stats
