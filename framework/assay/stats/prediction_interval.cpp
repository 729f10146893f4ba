#include <assay/stats/prediction_interval.hpp>

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

namespace assay::stats {

Interval prediction_interval(double mean, double deviation, std::uint64_t count, double alpha) {
  if (count < 2 || !std::isfinite(mean) || !std::isfinite(deviation) || !(alpha > 0 && alpha < 1)) {
    return {-HUGE_VAL, HUGE_VAL};
  }
  const auto observations = static_cast<double>(count);
  const boost::math::students_t distribution(observations - 1);
  const double t = boost::math::quantile(boost::math::complement(distribution, alpha / 2));
  const double reach = t * deviation * std::sqrt(1 + 1 / observations);
  return {mean - reach, mean + reach};
}

Interval wilson_interval(std::uint64_t hits, std::uint64_t trials) {
  if (trials == 0) {
    return {0, 1};
  }
  constexpr double kZ = 1.959963984540054;  // 0.975 quantile of the normal distribution
  const auto n = static_cast<double>(trials);
  const double share = static_cast<double>(hits) / n;
  const double middle = (share + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
  const double reach = kZ / (1 + kZ * kZ / n) * std::sqrt(share * (1 - share) / n + kZ * kZ / (4 * n * n));
  return {std::max(0.0, middle - reach), std::min(1.0, middle + reach)};
}

}  // namespace assay::stats
