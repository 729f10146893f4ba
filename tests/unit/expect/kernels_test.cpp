// The inner loops of every instruction set against plain loops and 128-bit arithmetic.
#include <assay/expect/detail/kernels.hpp>
#include <assay/expect/detail/number_summary.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace assay::expect::detail {
namespace {

std::vector<InstructionSet> sets() {
  std::vector<InstructionSet> all;
  for (const auto set : {InstructionSet::kBaseline, InstructionSet::kAvx2, InstructionSet::kAvx512}) {
    if (set <= best_instruction_set()) all.push_back(set);
  }
  return all;
}

template <class T>
class KernelsOf : public testing::Test {
 protected:
  T value() {
    const auto bits = random_();
    if constexpr (std::is_floating_point_v<T>) {
      constexpr T kInfinity = std::numeric_limits<T>::infinity();
      constexpr std::array<T, 9> kSpecial = {T(0),
                                             -T(0),
                                             kInfinity,
                                             -kInfinity,
                                             std::numeric_limits<T>::quiet_NaN(),
                                             std::numeric_limits<T>::denorm_min(),
                                             std::numeric_limits<T>::max(),
                                             T(1),
                                             T(-1)};
      if (bits % 8 == 0) return kSpecial[bits / 8 % kSpecial.size()];
      return static_cast<T>(
          std::ldexp(static_cast<double>(static_cast<std::int64_t>(random_())), static_cast<int>(bits % 60) - 80));
    } else {
      return bits % 4 == 0 ? static_cast<T>(bits % 3) : static_cast<T>(random_());
    }
  }
  std::vector<T> values(std::size_t count) {
    std::vector<T> made(count);
    for (T& each : made) each = value();
    return made;
  }

  std::mt19937_64 random_{11};
};

using Numbers = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                               std::int64_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(KernelsOf, Numbers);

TYPED_TEST(KernelsOf, ranges_of_every_column) {
  using T = TypeParam;
  for (const std::size_t columns : {1U, 2U, 3U, 7U, 10U, 64U}) {
    for (const std::size_t rows : {1U, 2U, 15U, 16U, 17U, 64U, 333U}) {
      const std::vector<T> values = this->values(rows * columns);
      for (const InstructionSet set : sets()) {
        std::vector<ValueRange<T>> found(columns);
        kernels<T>(set).ranges(values.data(), rows, columns, found.data());
        for (std::size_t column = 0; column < columns; ++column) {
          std::vector<T> own;
          std::uint64_t nans = 0;
          for (std::size_t i = column; i < values.size(); i += columns) {
            const bool nan = values[i] != values[i];
            nans += nan ? 1U : 0U;
            if (!nan) own.push_back(values[i]);
          }
          ASSERT_EQ(found[column].nans, nans);
          if (own.empty()) {
            ASSERT_GT(found[column].smallest, found[column].largest);
          } else {
            ASSERT_EQ(found[column].smallest, *std::min_element(own.begin(), own.end()));
            ASSERT_EQ(found[column].largest, *std::max_element(own.begin(), own.end()));
          }
        }
      }
    }
  }
}

TYPED_TEST(KernelsOf, counts) {
  using T = TypeParam;
  for (std::size_t count = 0; count < 5000; count = count * 2 + 1) {
    const std::vector<T> values = this->values(count);
    const T wanted = this->value();
    const auto equal = std::count(values.begin(), values.end(), wanted);
    for (const InstructionSet set : sets()) {
      ASSERT_EQ(kernels<T>(set).equal(values.data(), count, wanted), static_cast<std::uint64_t>(equal));
    }
  }
}

/// Sums of whole multiples of 2^-40, worked out as such.
struct Exact {
  Int128 sum = 0;
  Int128 squares = 0;
};

Exact exact_sums(const std::vector<float>& values, std::size_t columns, std::size_t column) {
  Exact exact;
  for (std::size_t i = column; i < values.size(); i += columns) {
    const auto scaled = static_cast<Int128>(std::ldexp(static_cast<double>(values[i]), 40));
    exact.sum += scaled;
    exact.squares += scaled * scaled;
  }
  return exact;
}

BigNumber big(Int128 value, unsigned shift) {
  WideInteger<10> wide;
  wide.add_shifted(value, shift);
  return wide.number();
}

void expect_exact(const std::vector<float>& values, std::size_t columns) {
  for (const InstructionSet set : sets()) {
    std::vector<NumberSummary<float>> found(columns);
    summarise_columns(values, SummaryNeed::kSquares, set, found);
    for (std::size_t column = 0; column < columns; ++column) {
      const Exact exact = exact_sums(values, columns, column);
      const BigNumber sum = found[column].sums.sum().number();
      const BigNumber wanted = big(exact.sum, 149 - 40);
      ASSERT_EQ(sum.limbs, wanted.limbs) << "column " << column << " of " << columns;
      ASSERT_EQ(sum.negative, wanted.negative);
      ASSERT_EQ(found[column].sums.squares().number().limbs, big(exact.squares, 298 - 80).limbs);
    }
  }
}

TEST(ColumnSums, are_exact_whatever_the_magnitudes) {
  std::mt19937_64 random(3);
  for (const std::size_t columns : {1U, 3U, 10U, 64U}) {
    for (const int spread : {0, 5, 15, 30}) {
      std::vector<float> values(columns * 700);
      for (float& value : values) {
        const auto significand = static_cast<double>(static_cast<std::int64_t>(random() % (1U << 24U)) - (1 << 23));
        value = static_cast<float>(
            std::ldexp(significand, static_cast<int>(random() % static_cast<std::uint64_t>(spread + 1)) - 40));
      }
      expect_exact(values, columns);
    }
  }
}

TEST(ColumnSums, a_few_tiny_values_among_large_ones_are_not_lost) {
  std::vector<float> values(5000, 1000.0F);
  for (const std::size_t place : {0U, 16U, 777U, 4999U}) values[place] = std::ldexp(1.0F, -40);
  expect_exact(values, 1);
  values.assign(5000, std::ldexp(1.0F, -40));
  values[3] = 4096.0F;
  expect_exact(values, 1);
}

TEST(ColumnSums, infinities_and_nan_are_left_out) {
  std::vector<float> values(300, 0.5F);
  for (const InstructionSet set : sets()) {
    const auto wanted = summarise<float>(std::span<const float>(values).first(297), SummaryNeed::kSquares, set);
    std::vector<float> more = values;
    more[7] = std::numeric_limits<float>::infinity();
    more[100] = -std::numeric_limits<float>::infinity();
    more[299] = std::numeric_limits<float>::quiet_NaN();
    const auto found = summarise<float>(more, SummaryNeed::kSquares, set);
    EXPECT_EQ(found.sums.sum().number().limbs, wanted.sums.sum().number().limbs);
    EXPECT_EQ(found.sums.squares().number().limbs, wanted.sums.squares().number().limbs);
    EXPECT_EQ(found.range.nans, 1U);
  }
}

TEST(ColumnSums, largest_and_smallest_floats) {
  const float largest = std::numeric_limits<float>::max();
  const float smallest = std::numeric_limits<float>::denorm_min();
  for (const InstructionSet set : sets()) {
    // n * max: 2^128 - 2^104 counts 2^277 - 2^253 in units of 2^-149.
    const auto top = summarise<float>(std::vector<float>(3, largest), SummaryNeed::kSquares, set);
    EXPECT_EQ(top.sums.sum().number().limbs, big(static_cast<Int128>(3) * ((1 << 24) - 1), 253).limbs);
    const auto bottom = summarise<float>(std::vector<float>(3, smallest), SummaryNeed::kSquares, set);
    EXPECT_EQ(bottom.sums.sum().number().limbs, big(3, 0).limbs);
    EXPECT_EQ(bottom.sums.squares().number().limbs, big(3, 0).limbs);
    const auto both = summarise<float>(std::vector<float>{largest, smallest, -largest}, SummaryNeed::kSquares, set);
    EXPECT_EQ(both.sums.sum().number().limbs, big(1, 0).limbs);
  }
}

}  // namespace
}  // namespace assay::expect::detail
