#include <assay/stats/compensated_sum.hpp>
#include <assay/stats/homogeneity_test.hpp>

#include <boost/math/distributions/chi_squared.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace assay::stats {
namespace {

namespace policies = boost::math::policies;
/// Numbers are never a reason to throw; no wider type than double, so that every machine has the same bits.
using Quiet =
    policies::policy<policies::domain_error<policies::ignore_error>, policies::overflow_error<policies::ignore_error>,
                     policies::evaluation_error<policies::ignore_error>, policies::promote_double<false>>;

double tail(double statistic, std::uint64_t freedom) {
  if (!(statistic > 0)) return 1;
  const boost::math::chi_squared_distribution<double, Quiet> distribution(static_cast<double>(freedom));
  return std::clamp(boost::math::cdf(boost::math::complement(distribution, statistic)), 0.0, 1.0);
}

/// |a * d - b * c| as the nearest double of an exact difference: 0 for equal shares, whatever their size.
double cross_difference(std::uint64_t a, std::uint64_t d, std::uint64_t b, std::uint64_t c) noexcept {
  __extension__ typedef unsigned __int128 Wide;
  const Wide left = static_cast<Wide>(a) * d;
  const Wide right = static_cast<Wide>(b) * c;
  return static_cast<double>(left > right ? left - right : right - left);
}

}  // namespace

Homogeneity homogeneity_test(std::span<const std::uint64_t> reference, std::span<const std::uint64_t> sample,
                             double elements_a_draw) {
  const auto total = [](std::span<const std::uint64_t> counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  const std::uint64_t reference_total = total(reference);
  const std::uint64_t sample_total = total(sample);
  Homogeneity result;
  if (reference_total == 0 || sample_total == 0) {
    result.p = std::numeric_limits<double>::quiet_NaN();
    return result;
  }
  const double both = static_cast<double>(reference_total) * static_cast<double>(sample_total);
  std::uint64_t classes = 0;
  CompensatedSum statistic;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (reference[i] == 0 && sample[i] == 0) continue;
    ++classes;
    // (observed - expected)^2 / expected of both rows, brought over one denominator.
    const double difference = cross_difference(reference[i], sample_total, sample[i], reference_total);
    const double times = static_cast<double>(reference[i]) + static_cast<double>(sample[i]);
    statistic.add(difference / both * (difference / times));
  }
  const double elements = static_cast<double>(reference_total) + static_cast<double>(sample_total);
  result.freedom = classes - 1;
  result.statistic = statistic.value() / elements_a_draw;
  result.cramers_v = std::min(std::sqrt(statistic.value() / elements), 1.0);
  result.p = result.freedom == 0 ? 1 : tail(result.statistic, result.freedom);
  return result;
}

}  // namespace assay::stats
