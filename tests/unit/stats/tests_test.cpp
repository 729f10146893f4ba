// Tests of hypotheses and their correction. Expected numbers: SciPy 1.17, or by hand, as written beside.
#include <assay/stats/holm.hpp>
#include <assay/stats/homogeneity_test.hpp>
#include <assay/stats/kolmogorov_smirnov.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace assay::stats {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using Counts = std::vector<std::uint64_t>;

TEST(Homogeneity, is_that_of_scipy_without_yates) {
  // scipy.stats.chi2_contingency(table, correction=False); contingency.association(table, method="cramer")
  const auto found = homogeneity_test(Counts{12, 5, 40, 3}, Counts{30, 9, 22, 0});
  EXPECT_NEAR(found.statistic, 17.07585114955554, 1e-12);
  EXPECT_EQ(found.freedom, 3U);
  EXPECT_NEAR(found.p, 0.0006818042015110351, 1e-15);
  EXPECT_NEAR(found.cramers_v, 0.3756630628278302, 1e-15);
  const auto large = homogeneity_test(Counts{120000, 50000, 400000}, Counts{118000, 52000, 401000});
  EXPECT_NEAR(large.statistic, 56.39446754264684, 1e-9);
  EXPECT_NEAR(large.p / 5.676713394866815e-13, 1, 1e-9);
}

TEST(Homogeneity, of_equal_shares_p_is_exactly_1) {
  EXPECT_EQ(homogeneity_test(Counts{40, 40, 40}, Counts{7, 7, 7}).p, 1);
  EXPECT_EQ(homogeneity_test(Counts{40, 40, 40}, Counts{7, 7, 7}).statistic, 0);
}

TEST(Homogeneity, of_one_class_p_is_1) {
  const auto found = homogeneity_test(Counts{50, 0}, Counts{50, 0});
  EXPECT_EQ(found.p, 1);
  EXPECT_EQ(found.freedom, 0U);
  EXPECT_EQ(found.cramers_v, 0);
}

TEST(Homogeneity, a_class_that_vanished_has_a_small_p_and_no_nan) {
  // scipy.stats.chi2_contingency([[20, 20], [30, 0]], correction=False): 21.0, p 4.592833e-06
  const auto found = homogeneity_test(Counts{20, 20}, Counts{30, 0});
  EXPECT_NEAR(found.statistic, 21, 1e-12);
  EXPECT_NEAR(found.p, 4.592833e-06, 1e-11);
}

TEST(Homogeneity, elements_that_stand_together_count_as_one_draw) {
  const auto single = homogeneity_test(Counts{12, 5, 40, 3}, Counts{30, 9, 22, 0});
  const auto tenfold = homogeneity_test(Counts{120, 50, 400, 30}, Counts{300, 90, 220, 0}, 10);
  EXPECT_NEAR(tenfold.p, single.p, 1e-15);
  EXPECT_NEAR(tenfold.cramers_v, single.cramers_v, 1e-15);
}

TEST(Homogeneity, of_an_empty_side_there_is_no_p) {
  EXPECT_TRUE(std::isnan(homogeneity_test(Counts{0, 0}, Counts{1, 2}).p));
  EXPECT_TRUE(std::isnan(homogeneity_test({}, {}).p));
}

TEST(KolmogorovSmirnovP, is_the_limit_that_scipy_gives) {
  // scipy.stats.kstwobign.sf(d * sqrt(n * m / (n + m)))
  EXPECT_NEAR(kolmogorov_smirnov_p(0.3, 50, 60), 0.014758381351637973, 1e-15);
  EXPECT_NEAR(kolmogorov_smirnov_p(0.1, 50, 60), 0.9479207487738275, 1e-14);
  EXPECT_NEAR(kolmogorov_smirnov_p(0.02, 561000, 50000) / 2.243037761638248e-16, 1, 1e-10);
  EXPECT_NEAR(kolmogorov_smirnov_p(0.5, 8, 9), 0.24020970415257883, 1e-14);
  EXPECT_EQ(kolmogorov_smirnov_p(0.01, 100, 100), 1);
  EXPECT_EQ(kolmogorov_smirnov_p(0, 1, 1), 1);
  EXPECT_EQ(kolmogorov_smirnov_p(1, 1e9, 1e9), 0);
}

TEST(Holm, steps_down) {
  // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm"); by hand 3 * 0.01, then 2 * 0.03 which holds for 0.04 too, 4 *
  // 0.005
  EXPECT_THAT(holm_adjusted(std::vector{0.01, 0.04, 0.03, 0.005}),
              ElementsAre(DoubleEq(0.03), DoubleEq(0.06), DoubleEq(0.06), DoubleEq(0.02)));
  EXPECT_THAT(holm_adjusted(std::vector{0.6, 0.7}), ElementsAre(1, 1));
  EXPECT_TRUE(holm_adjusted({}).empty());
}

TEST(Holm, what_was_not_tested_does_not_count) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(holm_adjusted(std::vector{none, 0.01, none, 0.04}),
              ElementsAre(testing::IsNan(), DoubleEq(0.02), testing::IsNan(), DoubleEq(0.04)));
}

}  // namespace
}  // namespace assay::stats
