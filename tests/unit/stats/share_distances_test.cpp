// Distances of shares. Expected numbers: by hand where the text says so, else SciPy 1.17 and NumPy, as written beside.
#include <assay/stats/share_distances.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace assay::stats {
namespace {

using Counts = std::vector<std::uint64_t>;

const Counts kBefore{12, 5, 40, 3};
const Counts kNow{30, 9, 22, 0};

TEST(ShareDistances, jensen_shannon_is_that_of_scipy_in_base_2_and_squared) {
  // scipy.spatial.distance.jensenshannon(p, q, base=2) ** 2
  EXPECT_NEAR(jensen_shannon_divergence(kBefore, kNow), 0.11071946756109524, 1e-15);
  // a 15 b 5 against a 10 b 10
  EXPECT_NEAR(jensen_shannon_divergence(Counts{15, 5}, Counts{10, 10}), 0.0487949406953985, 1e-15);
}

TEST(ShareDistances, jensen_shannon_of_unlike_bins_as_other_tools_test_it) {
  // b2 a2 c1 against a2 Z1 Y1 X1: by hand 0.6, since 2 of 5 stand on both sides with one share.
  EXPECT_NEAR(jensen_shannon_divergence(Counts{2, 2, 1, 0, 0, 0}, Counts{2, 0, 0, 1, 1, 1}), 0.6, 1e-15);
}

TEST(ShareDistances, jensen_shannon_without_a_common_class_is_exactly_1) {
  EXPECT_EQ(jensen_shannon_divergence(Counts{4, 0}, Counts{0, 4}), 1);
  EXPECT_EQ(jensen_shannon_divergence(Counts{1, 2, 0, 0, 0}, Counts{0, 0, 3, 5, 9}), 1);
}

TEST(ShareDistances, stability_index_smooths_a_share_of_0_and_no_other) {
  // By hand: (0.5 - 0.75) ln(0.5 / 0.75) + (0.5 - 0.25) ln(0.5 / 0.25)
  EXPECT_NEAR(population_stability_index(Counts{15, 5}, Counts{10, 10}), 0.27465307216702745, 1e-15);
  // numpy: ((q - p) * log(q / p)).sum() with q = 0.5 / 61 for the class that is gone
  EXPECT_NEAR(population_stability_index(kBefore, kNow), 0.5628276307303951, 1e-15);
  // By hand: (0.5 - 1) ln(0.5 / 1) + (0.5 - 0.01) ln(0.5 / 0.01): large, and finite
  EXPECT_NEAR(population_stability_index(Counts{50, 0}, Counts{25, 25}), 0.5 * std::log(2) + 0.49 * std::log(50),
              1e-15);
}

TEST(ShareDistances, total_variation_is_the_share_that_moved) {
  // By hand: of a 15 b 5 against a 10 b 10 a quarter moved, whatever the sizes.
  EXPECT_EQ(total_variation(Counts{15, 5}, Counts{10, 10}), 0.25);
  EXPECT_EQ(total_variation(Counts{1500, 500}, Counts{10, 10}), 0.25);
  EXPECT_EQ(total_variation(Counts{1, 0}, Counts{0, 7}), 1);
  EXPECT_EQ(total_variation(Counts{1, 2}, Counts{2, 4}), 0);
  EXPECT_TRUE(std::isnan(total_variation(Counts{0}, Counts{1})));
}

TEST(ShareDistances, equal_shares_are_exactly_0_apart_whatever_the_sizes) {
  for (const std::uint64_t times : {1U, 2U, 3U, 7U, 1000003U}) {
    Counts many;
    for (const std::uint64_t count : kBefore) many.push_back(count * times);
    EXPECT_EQ(jensen_shannon_divergence(kBefore, many), 0) << times;
    EXPECT_EQ(population_stability_index(kNow, kNow), 0);
  }
}

TEST(ShareDistances, a_class_that_neither_side_has_changes_nothing) {
  const Counts before{12, 5, 0, 40, 3};
  const Counts now{30, 9, 0, 22, 0};
  EXPECT_EQ(jensen_shannon_divergence(before, now), jensen_shannon_divergence(kBefore, kNow));
  EXPECT_EQ(population_stability_index(before, now), population_stability_index(kBefore, kNow));
}

TEST(ShareDistances, of_an_empty_side_there_is_none) {
  EXPECT_TRUE(std::isnan(jensen_shannon_divergence(Counts{0}, Counts{1})));
  EXPECT_TRUE(std::isnan(population_stability_index(Counts{1}, Counts{0})));
  EXPECT_TRUE(std::isnan(population_stability_index({}, {})));
}

TEST(ShareDistances, of_random_counts_are_symmetric_within_their_range_and_right) {
  std::mt19937_64 random(20261130);
  for (int round = 0; round < 500; ++round) {
    Counts left(1 + random() % 60);
    Counts right(left.size());
    for (std::size_t i = 0; i < left.size(); ++i) {
      left[i] = random() % 3 == 0 ? 0 : random() % (std::uint64_t{1} << (random() % 40));
      right[i] = random() % 3 == 0 ? 0 : random() % (std::uint64_t{1} << (random() % 40));
    }
    ++left[0];
    ++right.back();
    const double divergence = jensen_shannon_divergence(left, right);
    EXPECT_EQ(divergence, jensen_shannon_divergence(right, left));
    EXPECT_GE(divergence, 0);
    EXPECT_LE(divergence, 1);
    // The definition by entropies, in long double: H(middle) - (H(p) + H(q)) / 2.
    const auto sum = [](const Counts& counts) {
      long double total = 0;
      for (const std::uint64_t count : counts) total += count;
      return total;
    };
    const auto entropy = [](long double share) { return share > 0 ? -share * std::log2(share) : 0; };
    long double expected = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const long double p = left[i] / sum(left);
      const long double q = right[i] / sum(right);
      expected += entropy((p + q) / 2) - (entropy(p) + entropy(q)) / 2;
    }
    EXPECT_NEAR(divergence, static_cast<double>(expected), 1e-13);
  }
}

}  // namespace
}  // namespace assay::stats
