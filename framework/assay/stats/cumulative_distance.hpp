#pragma once

#include <assay/stats/compensated_sum.hpp>

#include <cstdint>

namespace assay::stats {

/// The largest and the summed difference of two cumulative distributions, fed value by value in ascending order; needs
/// no memory for the values. Both samples must hold something.
class CumulativeDistance {
 public:
  /// @param reference_total, sample_total elements on both sides, not 0.
  CumulativeDistance(std::uint64_t reference_total, std::uint64_t sample_total) noexcept
      : reference_total_(reference_total), sample_total_(sample_total) {}

  /// The next value in ascending order that stands on either side.
  /// @param gap its distance from the value before, at least 0; infinite across the border to an infinity or to NaN.
  /// That of the first value does not count.
  void add(std::uint64_t reference_times, std::uint64_t sample_times, double gap) noexcept;

  /// Kolmogorov-Smirnov statistic: the largest difference of the cumulative shares, within [0, 1]. The place of the
  /// largest is found with whole numbers, its size is the double nearest to the exact ratio up to 2^26 elements a side.
  [[nodiscard]] double kolmogorov_smirnov() const noexcept;

  /// Plain 1-D Wasserstein distance (earth mover's), in units of the values: the difference of the cumulative shares
  /// summed over the line. Infinite when mass would have to cross an infinite gap, 0 for equal shares.
  [[nodiscard]] double wasserstein() const noexcept;

 private:
  std::uint64_t reference_total_;
  std::uint64_t sample_total_;
  std::uint64_t reference_seen_ = 0;
  std::uint64_t sample_seen_ = 0;
  std::uint64_t reference_at_largest_ = 0;
  std::uint64_t sample_at_largest_ = 0;
  CompensatedSum moved_;      ///< in units of 1 / (reference_total * sample_total)
  CompensatedSum moved_far_;  ///< the same, over gaps so wide that they are counted in 2^256
  bool across_infinity_ = false;
};

}  // namespace assay::stats
