#pragma once

namespace assay::stats {

/// Sum with the rounding of each addition kept aside (Neumaier 1974): the error does not grow with the number of terms.
/// Terms are finite; the order of adding is part of the result.
class CompensatedSum {
 public:
  void add(double term) noexcept;
  [[nodiscard]] double value() const noexcept { return sum_ + lost_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

}  // namespace assay::stats
