#include <assay/stats/compensated_sum.hpp>

#include <cmath>

namespace assay::stats {

void CompensatedSum::add(double term) noexcept {
  const double sum = sum_ + term;
  lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - sum) + term : (term - sum) + sum_;
  sum_ = sum;
}

}  // namespace assay::stats
