// Bounds and literals in a dataset's own type, against every value of small types.
#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/element_tests.hpp>
#include <assay/expect/detail/float_format.hpp>
#include <assay/expect/detail/literal.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace assay::expect::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The value of a half float by its definition.
double half(std::uint32_t bits) {
  const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
  const auto exponent = static_cast<int>((bits >> 10U) & 31U);
  const auto fraction = static_cast<double>(bits & 1023U);
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * kInfinity;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

std::vector<suite::Bound> bounds() {
  const std::vector<base::Number> ends = {-kInfinity,
                                          kInfinity,
                                          0.1,
                                          -0.1,
                                          std::int64_t{0},
                                          -0.0,
                                          std::int64_t{1},
                                          1.5,
                                          std::int64_t{-128},
                                          std::int64_t{127},
                                          std::int64_t{255},
                                          254.5,
                                          65504.0,
                                          65505.0,
                                          5.9604644775390625e-08,
                                          std::int64_t{9007199254740993},
                                          std::numeric_limits<std::uint64_t>::max(),
                                          std::nan("")};
  std::vector<suite::Bound> all;
  for (const base::Number& low : ends) {
    for (const base::Number& high : ends) {
      for (const int open : {0, 1, 2, 3}) all.push_back({low, high, (open & 1) != 0, (open & 2) != 0});
    }
  }
  return all;
}

TEST(Inside, says_of_every_byte_what_the_bound_says) {
  for (const suite::Bound& bound : bounds()) {
    const Inside<std::int8_t> inside(bound);
    const Inside<std::uint8_t> unsigned_inside(bound);
    for (int value = -128; value < 128; ++value) {
      EXPECT_EQ(inside(static_cast<std::int8_t>(value)), bound.contains(std::int64_t{value}))
          << value << bound.to_text();
      EXPECT_EQ(unsigned_inside(static_cast<std::uint8_t>(value + 128)), bound.contains(std::int64_t{value + 128}));
    }
  }
}

TEST(Inside, says_of_every_half_float_what_the_bound_says) {
  for (const suite::Bound& bound : bounds()) {
    const Inside<float> inside(bound);
    for (std::uint32_t bits = 0; bits < 65536; bits += 7) {
      const double value = half(bits);
      ASSERT_EQ(inside(static_cast<float>(value)), bound.contains(value)) << value << " in " << bound.to_text();
    }
  }
}

TEST(Inside, wide_whole_numbers_do_not_pass_through_double) {
  const Inside<std::int64_t> inside(suite::Bound{std::int64_t{0}, std::int64_t{9007199254740992}});
  EXPECT_TRUE(inside(9007199254740992));
  EXPECT_FALSE(inside(9007199254740993));
  const Inside<double> of_double(suite::Bound{std::int64_t{9007199254740993}, kInfinity});
  EXPECT_FALSE(of_double(9007199254740992.0));
  EXPECT_TRUE(of_double(9007199254740994.0));
  const Inside<std::uint64_t> large(suite::Bound{std::int64_t{0}, std::numeric_limits<std::uint64_t>::max() - 1});
  EXPECT_TRUE(large(std::numeric_limits<std::uint64_t>::max() - 1));
  EXPECT_FALSE(large(std::numeric_limits<std::uint64_t>::max()));
}

TEST(FloatFormat, half_floats_have_the_value_of_their_bits) {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const double wanted = half(bits);
    const double seen = static_cast<double>(half_to_float(static_cast<std::uint16_t>(bits)));
    ASSERT_TRUE(seen == wanted || (std::isnan(seen) && std::isnan(wanted))) << bits;
    ASSERT_TRUE(std::isnan(wanted) || std::signbit(seen) == std::signbit(wanted)) << bits;
  }
}

TEST(FloatFormat, brain_floats_are_the_upper_half_of_a_float) {
  EXPECT_EQ(brain_to_float(0x3F80), 1.0F);
  EXPECT_EQ(brain_to_float(0xC020), -2.5F);
  EXPECT_EQ(brain_to_float(0x7F7F), 0x1.FEp127F);
  EXPECT_TRUE(std::isnan(brain_to_float(0x7FC0)));
}

TEST(FloatFormat, rounds_to_the_nearest_half) {
  std::vector<double> halves;
  for (std::uint32_t bits = 0; bits < 0x7C00; ++bits) halves.push_back(half(bits));
  std::mt19937_64 random(11);
  for (int round = 0; round < 5000; ++round) {
    const double value = std::ldexp(static_cast<double>(random() >> 11U), static_cast<int>(random() % 45) - 80);
    if (value > 65504) continue;
    const auto above = std::lower_bound(halves.begin(), halves.end(), value);
    const auto rounded = round_to_format(value, FloatFormat::kHalf);
    ASSERT_TRUE(rounded.has_value());
    double nearest = *above;
    if (above != halves.begin() && value - *(above - 1) < *above - value) nearest = *(above - 1);
    const bool tie = above != halves.begin() && value - *(above - 1) == *above - value;
    if (tie) nearest = (above - halves.begin()) % 2 == 0 ? *above : *(above - 1);
    ASSERT_EQ(*rounded, nearest) << value;
  }
  EXPECT_EQ(round_to_format(65519.9, FloatFormat::kHalf), 65504.0);
  EXPECT_FALSE(round_to_format(65520.0, FloatFormat::kHalf).has_value());
  EXPECT_EQ(round_to_format(kInfinity, FloatFormat::kHalf), kInfinity);
}

TEST(FloatFormat, rounds_to_single_as_the_machine_does) {
  std::mt19937_64 random(13);
  for (int round = 0; round < 5000; ++round) {
    const double value = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 250) - 200);
    if (value > static_cast<double>(std::numeric_limits<float>::max())) continue;
    ASSERT_EQ(round_to_format(-value, FloatFormat::kSingle), -static_cast<double>(static_cast<float>(value)));
  }
  EXPECT_EQ(round_to_format(0.1, FloatFormat::kBrain), 0.10009765625);
}

TEST(Literal, whole_number_types_take_only_their_own_values) {
  EXPECT_EQ(literal_value<std::int8_t>(std::int64_t{-128}, FloatFormat::kDouble), std::int8_t{-128});
  EXPECT_EQ(literal_value<std::int8_t>(1.0, FloatFormat::kDouble), std::int8_t{1});
  EXPECT_FALSE(literal_value<std::int8_t>(std::int64_t{128}, FloatFormat::kDouble).has_value());
  EXPECT_FALSE(literal_value<std::int8_t>(0.5, FloatFormat::kDouble).has_value());
  EXPECT_FALSE(literal_value<std::uint64_t>(std::int64_t{-1}, FloatFormat::kDouble).has_value());
  EXPECT_FALSE(literal_value<std::int64_t>(std::nan(""), FloatFormat::kDouble).has_value());
  EXPECT_FALSE(literal_value<std::uint64_t>(0x1p64, FloatFormat::kDouble).has_value());
  EXPECT_EQ(literal_value<std::int64_t>(std::int64_t{9007199254740993}, FloatFormat::kDouble), 9007199254740993);
}

TEST(Mostly, is_met_exactly_at_the_edge) {
  for (std::uint64_t total = 1; total <= 2000; ++total) {
    for (std::uint64_t thousandths = 0; thousandths <= 1000; ++thousandths) {
      const std::uint64_t passing = total * thousandths;
      if (passing % 1000 != 0) continue;
      const double mostly = static_cast<double>(thousandths) / 1000;
      const std::uint64_t broken = total - passing / 1000;
      ASSERT_TRUE(enough_pass(total, broken, mostly)) << broken << " of " << total << ", mostly " << mostly;
      if (broken < total) {
        ASSERT_FALSE(enough_pass(total, broken + 1, mostly)) << broken + 1 << " of " << total;
      }
    }
  }
}

}  // namespace
}  // namespace assay::expect::detail
