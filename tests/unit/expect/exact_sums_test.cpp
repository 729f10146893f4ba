// Sums, means and deviations against numbers worked out by hand or by 128-bit arithmetic.
#include <assay/expect/detail/exact_sums.hpp>
#include <assay/expect/detail/moments.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace assay::expect::detail {
namespace {

template <class T>
MomentSums sums_of(const std::vector<T>& values, std::size_t tile = 3) {
  ExactSums<T> total;
  for (std::size_t begin = 0; begin < values.size(); begin += tile) {
    ExactSums<T> part;
    const std::size_t count = std::min(tile, values.size() - begin);
    part.add_values(std::span(values).subspan(begin, count), true);
    total.add(std::move(part));
  }
  return {total.sum().number(), total.squares().number(), ExactSums<T>::kUnit, !std::is_floating_point_v<T>};
}

template <class T>
base::Number sum(const std::vector<T>& values) {
  return sum_of(sums_of(values));
}
template <class T>
base::Number mean(const std::vector<T>& values) {
  return mean_of(sums_of(values), values.size());
}
template <class T>
double deviation(const std::vector<T>& values) {
  return deviation_of(sums_of(values), values.size()).value_or(std::numeric_limits<double>::quiet_NaN());
}

using Doubles = std::vector<double>;

TEST(ExactSums, nothing_is_lost_between_large_terms) {
  EXPECT_EQ(sum(Doubles{1e16, 1, -1e16}), base::Number{1.0});
  EXPECT_EQ(sum(Doubles{1e308, 1e308, -1e308, -1e308, 5e-324}), base::Number{5e-324});
  EXPECT_EQ(sum(std::vector<float>{16777216.0F, 1.0F, -16777216.0F}), base::Number{1.0});
}

TEST(ExactSums, sum_beyond_double_is_infinite_but_its_mean_is_not) {
  const double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(sum(Doubles{largest, largest}), base::Number{std::numeric_limits<double>::infinity()});
  EXPECT_EQ(mean(Doubles{largest, largest}), base::Number{largest});
}

TEST(ExactSums, smallest_values_count) {
  const double smallest = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(sum(Doubles{smallest, smallest, smallest}), base::Number{3 * smallest});
  const float tiny = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(sum(std::vector<float>{tiny, tiny}), base::Number{2 * static_cast<double>(tiny)});
}

TEST(ExactSums, mean_of_equal_values_is_that_value) {
  for (std::size_t count = 1; count <= 50; ++count) EXPECT_EQ(mean(Doubles(count, 0.1)), base::Number{0.1}) << count;
}

TEST(ExactSums, whole_numbers_do_not_wrap) {
  using Limits = std::numeric_limits<std::int64_t>;
  EXPECT_EQ(sum(std::vector<std::int64_t>{Limits::max(), Limits::max(), Limits::min(), Limits::min()}),
            base::Number{std::int64_t{-2}});
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(sum(std::vector<std::uint64_t>{most}), base::Number{most});
  EXPECT_EQ(sum(std::vector<std::uint64_t>{most, most}), base::Number{0x1p65});
  EXPECT_EQ(mean(std::vector<std::uint64_t>{most, most}), base::Number{most});
  EXPECT_EQ(mean(std::vector<std::int64_t>{Limits::min(), Limits::min()}), base::Number{Limits::min()});
  EXPECT_EQ(sum(std::vector<std::uint8_t>(300, 255)), base::Number{std::int64_t{76500}});
}

TEST(ExactSums, deviation_has_n_minus_one) {
  EXPECT_EQ(deviation(std::vector<std::int8_t>{1, 2, 3, 4}), std::sqrt(5.0 / 3.0));
  EXPECT_EQ(deviation(Doubles{1, 2, 3, 4}), std::sqrt(5.0 / 3.0));
  EXPECT_FALSE(deviation_of(sums_of(Doubles{7}), 1).has_value());
}

TEST(ExactSums, deviation_far_from_zero_is_exact) {
  EXPECT_EQ(deviation(Doubles{1e9, 1e9 + 1, 1e9 + 2}), 1.0);
  EXPECT_EQ(deviation(Doubles{1e15, 1e15 + 1, 1e15 + 2}), 1.0);
  const std::int64_t far = std::int64_t{1} << 62U;
  EXPECT_EQ(deviation(std::vector<std::int64_t>{far, far + 1, far + 2}), 1.0);
  EXPECT_EQ(deviation(std::vector<std::uint64_t>(5, std::numeric_limits<std::uint64_t>::max())), 0.0);
}

TEST(ExactSums, deviation_near_the_ends_of_the_range) {
  EXPECT_NEAR(deviation(Doubles{-1e300, 1e300}) / 1e300, std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(deviation(Doubles{-1e-300, 1e-300}) / 1e-300, std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(deviation(std::vector<float>{-3.4e38F, 3.4e38F}) / static_cast<double>(3.4e38F), std::sqrt(2.0), 1e-15);
}

TEST(ExactSums, infinities_and_nan_are_left_out) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(sum(Doubles{1, infinity, std::nan(""), -infinity, 2}), base::Number{3.0});
}

TEST(ExactSums, order_and_cutting_do_not_matter) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  Doubles values(2000);
  for (double& value : values) value = std::ldexp(normal(random), static_cast<int>(random() % 600) - 300);
  const base::Number total = sum_of(sums_of(values, 2000));
  const auto spread = deviation_of(sums_of(values, 2000), values.size());
  for (int round = 0; round < 10; ++round) {
    std::shuffle(values.begin(), values.end(), random);
    const MomentSums sums = sums_of(values, 1 + static_cast<std::size_t>(random() % 100));
    EXPECT_EQ(sum_of(sums), total);
    EXPECT_EQ(deviation_of(sums, values.size()), spread);
  }
}

// ---- the arithmetic below -------------------------------------------------------------------------------------------

TEST(NearestDouble, rounds_once_to_even) {
  const std::uint64_t edge = (std::uint64_t{1} << 53U) + 1;
  EXPECT_EQ(nearest_double(std::vector<std::uint64_t>{edge}, 0), 0x1p53);
  EXPECT_EQ(nearest_double(std::vector<std::uint64_t>{edge}, 0, true), 0x1p53 + 2);
  EXPECT_EQ(nearest_double(std::vector<std::uint64_t>{edge + 2}, 0), 0x1p53 + 4);
  EXPECT_EQ(nearest_double(std::vector<std::uint64_t>{0, 1}, -64), 1.0);
  EXPECT_EQ(nearest_double({}, 5), 0.0);
}

TEST(NearestDouble, rounds_once_among_subnormals) {
  const double smallest = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(nearest_double(std::vector<std::uint64_t>{1}, -1075), 0.0);
  EXPECT_EQ(nearest_double(std::vector<std::uint64_t>{1}, -1075, true), smallest);
  EXPECT_EQ(nearest_double(std::vector<std::uint64_t>{3}, -1075), 2 * smallest);
  EXPECT_EQ(nearest_double(std::vector<std::uint64_t>{1}, -1076, true), 0.0);
  EXPECT_EQ(nearest_double(std::vector<std::uint64_t>{1}, 1024), std::numeric_limits<double>::infinity());
}

std::vector<std::uint64_t> limbs_of(Unsigned128 value) {
  std::vector<std::uint64_t> limbs{static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64U)};
  while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
  return limbs;
}

TEST(BigNumbers, agree_with_128_bit_arithmetic) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t left = random() >> (random() % 64);
    const std::uint64_t right = random() >> (random() % 64);
    const Unsigned128 product = static_cast<Unsigned128>(left) * right;
    EXPECT_EQ(multiply(limbs_of(left), limbs_of(right)), limbs_of(product));
    EXPECT_EQ(subtract(limbs_of(product), limbs_of(product - product / 3)), limbs_of(product / 3));
    if (right == 0) continue;
    std::vector<std::uint64_t> quotient = limbs_of(product + right / 2);
    EXPECT_EQ(divide(quotient, right), (product + right / 2) % right);
    EXPECT_EQ(quotient, limbs_of((product + right / 2) / right));
  }
}

TEST(BigNumbers, shifted_signed_terms_add_up) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 500; ++round) {
    WideInteger<4> wide;
    Int128 wanted = 0;
    for (int term = 0; term < 20; ++term) {
      const auto value = static_cast<std::int64_t>(random()) >> (random() % 40);
      const auto shift = static_cast<unsigned>(random() % 50);
      wide.add_shifted(value, shift);
      wanted += static_cast<Int128>(value) * (static_cast<Int128>(1) << shift);
    }
    const BigNumber number = wide.number();
    EXPECT_EQ(number.negative, wanted < 0);
    EXPECT_EQ(number.limbs, limbs_of(static_cast<Unsigned128>(wanted < 0 ? -wanted : wanted)));
  }
}

}  // namespace
}  // namespace assay::expect::detail
