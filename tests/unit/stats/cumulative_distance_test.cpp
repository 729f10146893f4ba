// Kolmogorov-Smirnov and Wasserstein. Expected numbers: by hand, or SciPy 1.17 as written beside.
#include <assay/stats/cumulative_distance.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace assay::stats {
namespace {

using Values = std::vector<double>;

CumulativeDistance distance(const Values& reference, const Values& sample) {
  std::map<double, std::pair<std::uint64_t, std::uint64_t>> times;
  for (const double value : reference) ++times[value].first;
  for (const double value : sample) ++times[value].second;
  CumulativeDistance distance(reference.size(), sample.size());
  double before = 0;
  for (const auto& [value, both] : times) {
    distance.add(both.first, both.second, value - before);
    before = value;
  }
  return distance;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(CumulativeDistance, is_that_of_scipy) {
  // scipy.stats.ks_2samp(x, y).statistic, scipy.stats.wasserstein_distance(x, y)
  const auto found = distance({1.5, 2, 2, 7, 9.25}, {-3, 2, 4, 4, 4, 100});
  EXPECT_EQ(found.kolmogorov_smirnov(), 0.26666666666666666);
  EXPECT_NEAR(found.wasserstein(), 17.2, 1e-14);
}

TEST(CumulativeDistance, by_hand) {
  const auto shifted = distance({1, 2, 3, 4}, {11, 12, 13, 14});
  EXPECT_EQ(shifted.kolmogorov_smirnov(), 1);
  EXPECT_EQ(shifted.wasserstein(), 10);
  const auto near = distance({2, 3, 4, 5, 6}, {1, 2, 3, 4});
  EXPECT_EQ(near.kolmogorov_smirnov(), 0.4);
  EXPECT_EQ(near.wasserstein(), 1.5);
}

TEST(CumulativeDistance, of_equal_shares_is_exactly_0) {
  const auto found = distance({0.1, 0.1, 7, 1e300}, {0.1, 0.1, 7, 1e300, 0.1, 0.1, 7, 1e300, 0.1, 0.1, 7, 1e300});
  EXPECT_EQ(found.kolmogorov_smirnov(), 0);
  EXPECT_EQ(found.wasserstein(), 0);
}

TEST(CumulativeDistance, an_infinite_gap_counts_only_where_mass_must_cross_it) {
  CumulativeDistance same(4, 2);  // -inf, 0, inf
  same.add(2, 1, 0);
  same.add(0, 0, kInfinity);
  same.add(2, 1, kInfinity);
  EXPECT_EQ(same.wasserstein(), 0);
  CumulativeDistance unlike(4, 2);
  unlike.add(2, 0, 0);
  unlike.add(2, 2, kInfinity);
  EXPECT_EQ(unlike.wasserstein(), kInfinity);
  EXPECT_EQ(unlike.kolmogorov_smirnov(), 0.5);
}

TEST(CumulativeDistance, the_widest_gaps_do_not_overflow) {
  CumulativeDistance found(std::uint64_t{1} << 40U, std::uint64_t{1} << 40U);
  found.add(std::uint64_t{1} << 40U, 0, 0);
  found.add(0, std::uint64_t{1} << 40U, 1e308);
  EXPECT_EQ(found.wasserstein(), 1e308);
  EXPECT_EQ(found.kolmogorov_smirnov(), 1);
}

TEST(CumulativeDistance, counts_beyond_2_to_the_32_are_exact) {
  constexpr std::uint64_t kMany = std::uint64_t{1} << 60U;
  CumulativeDistance found(kMany, kMany + 1);
  found.add(kMany, kMany, 0);
  found.add(0, 1, 1);
  EXPECT_EQ(found.kolmogorov_smirnov(), 0x1p-60);
  EXPECT_EQ(found.wasserstein(), 0x1p-60);
}

TEST(CumulativeDistance, of_random_values_is_symmetric_and_right) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    Values left(1 + random() % 80);
    Values right(1 + random() % 80);
    for (Values* values : {&left, &right}) {
      for (double& value : *values) value = static_cast<double>(random() % 200) / 8 - 10;
    }
    const auto found = distance(left, right);
    EXPECT_EQ(found.kolmogorov_smirnov(), distance(right, left).kolmogorov_smirnov());
    EXPECT_EQ(found.wasserstein(), distance(right, left).wasserstein());
    // Another way: the area between the quantile functions, over a grid that holds all their steps.
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    const std::size_t steps = left.size() * right.size();
    double area = 0;
    for (std::size_t i = 0; i < steps; ++i) {
      area += std::abs(left[i / right.size()] - right[i / left.size()]) / static_cast<double>(steps);
    }
    EXPECT_NEAR(found.wasserstein(), area, 1e-9);
    double largest = 0;
    for (const Values* values : {&left, &right}) {
      for (const double value : *values) {
        const auto share = [value](const Values& of) {
          const auto up_to = std::count_if(of.begin(), of.end(), [value](double each) { return each <= value; });
          return static_cast<double>(up_to) / static_cast<double>(of.size());
        };
        largest = std::max(largest, std::abs(share(left) - share(right)));
      }
    }
    EXPECT_NEAR(found.kolmogorov_smirnov(), largest, 1e-15);
  }
}

}  // namespace
}  // namespace assay::stats
