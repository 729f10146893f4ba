#include <assay/base/scalar.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace assay::base {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kTwoTo53 = std::int64_t{1} << 53;
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kMostUnsigned = std::numeric_limits<std::uint64_t>::max();

Number whole(std::int64_t value) { return value; }
Number natural(std::uint64_t value) { return value; }
Number real(double value) { return value; }

TEST(Compare, AnIntegerBeyondTwoTo53IsNotRoundedToADouble) {
  EXPECT_EQ(compare(whole(kTwoTo53), real(9007199254740992.0)), Order::kEqual);
  EXPECT_EQ(compare(whole(kTwoTo53 + 1), real(9007199254740992.0)), Order::kGreater);
  EXPECT_EQ(compare(real(9007199254740992.0), whole(kTwoTo53 + 1)), Order::kLess);
}

TEST(Compare, TheLargestIntegersAreBelowTheDoublesThatTheyRoundTo) {
  EXPECT_EQ(compare(natural(kMostUnsigned), real(1.8446744073709552e19)), Order::kLess);
  EXPECT_EQ(compare(natural(kMostUnsigned), real(std::nextafter(1.8446744073709552e19, 0))), Order::kGreater);
  EXPECT_EQ(compare(whole(kMost), real(9.2233720368547758e18)), Order::kLess);
  EXPECT_EQ(compare(whole(kLeast), real(-9.2233720368547758e18)), Order::kEqual);
}

TEST(Compare, SignedAndUnsignedIntegersKeepTheirSign) {
  EXPECT_EQ(compare(whole(-1), natural(kMostUnsigned)), Order::kLess);
  EXPECT_EQ(compare(natural(0), whole(-1)), Order::kGreater);
  EXPECT_EQ(compare(natural(7), whole(7)), Order::kEqual);
}

TEST(Compare, NanIsUnorderedWithEverythingAndItself) {
  for (const Number& other : {whole(0), natural(0), real(0), real(kNan), real(kInfinity)}) {
    EXPECT_EQ(compare(real(kNan), other), Order::kUnordered);
    EXPECT_EQ(compare(other, real(kNan)), Order::kUnordered);
  }
}

TEST(Compare, NegativeZeroEqualsZero) {
  EXPECT_EQ(compare(real(-0.0), real(0.0)), Order::kEqual);
  EXPECT_EQ(compare(real(-0.0), whole(0)), Order::kEqual);
  EXPECT_EQ(compare(natural(0), real(-0.0)), Order::kEqual);
}

TEST(Compare, FractionsCountOnBothSidesOfZero) {
  EXPECT_EQ(compare(whole(-1), real(-0.5)), Order::kLess);
  EXPECT_EQ(compare(whole(0), real(-0.5)), Order::kGreater);
  EXPECT_EQ(compare(natural(0), real(-0.5)), Order::kGreater);
  EXPECT_EQ(compare(natural(0), real(-5e-324)), Order::kGreater);
  EXPECT_EQ(compare(whole(2), real(2.5)), Order::kLess);
}

// x87's long double has 64 bits of significand, so it holds every int64, uint64 and double exactly: another way to the
// same answer for all pairs of edge values.
TEST(Compare, AgreesWithLongDoubleOnAllPairsOfEdgeValues) {
  if (std::numeric_limits<long double>::digits < 64) {
    GTEST_SKIP() << "long double holds no 64-bit integers on this machine";
  }
  std::vector<Number> numbers;
  for (const std::int64_t value : {kLeast, kLeast + 1, -kTwoTo53 - 1, -kTwoTo53, std::int64_t{-1}, std::int64_t{0},
                                   std::int64_t{1}, kTwoTo53, kTwoTo53 + 1, kMost - 1, kMost}) {
    numbers.push_back(whole(value));
    numbers.push_back(real(static_cast<double>(value)));
    numbers.push_back(real(static_cast<double>(value) + 0.5));
    numbers.push_back(real(std::nextafter(static_cast<double>(value), kInfinity)));
    numbers.push_back(real(std::nextafter(static_cast<double>(value), -kInfinity)));
  }
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, static_cast<std::uint64_t>(kMost),
                                    static_cast<std::uint64_t>(kMost) + 1, kMostUnsigned - 1, kMostUnsigned}) {
    numbers.push_back(natural(value));
    numbers.push_back(real(static_cast<double>(value)));
  }
  numbers.push_back(real(kInfinity));
  numbers.push_back(real(-kInfinity));
  numbers.push_back(real(std::numeric_limits<double>::max()));
  const auto exact = [](const Number& number) {
    return std::visit([](auto value) { return static_cast<long double>(value); }, number);
  };
  for (const Number& left : numbers) {
    for (const Number& right : numbers) {
      const long double first = exact(left);
      const long double second = exact(right);
      const Order wanted = first < second ? Order::kLess : first > second ? Order::kGreater : Order::kEqual;
      EXPECT_EQ(compare(left, right), wanted) << to_text(left) << " and " << to_text(right);
    }
  }
}

TEST(ToText, NumbersReadBackAsTheSameNumber) {
  EXPECT_EQ(to_text(real(60)), "60");
  EXPECT_EQ(to_text(real(100000)), "100000");
  EXPECT_EQ(to_text(real(0.1)), "0.1");
  EXPECT_EQ(to_text(real(-0.0)), "-0");
  EXPECT_EQ(to_text(natural(kMostUnsigned)), "18446744073709551615");
  EXPECT_EQ(to_text(whole(kLeast)), "-9223372036854775808");
  for (const double value : {0.1 + 0.2, 1.0 / 3, 5e-324, std::numeric_limits<double>::max(), 72.94035}) {
    EXPECT_EQ(std::strtod(to_text(real(value)).c_str(), nullptr), value);
  }
}

TEST(ToText, NonFiniteNumbersAreWords) {
  EXPECT_EQ(to_text(real(kNan)), "nan");
  EXPECT_EQ(to_text(real(-kNan)), "nan");
  EXPECT_EQ(to_text(real(kInfinity)), "inf");
  EXPECT_EQ(to_text(real(-kInfinity)), "-inf");
}

TEST(ToText, ScalarsOfEveryType) {
  EXPECT_EQ(to_text(Scalar{}), "none");
  EXPECT_EQ(to_text(Scalar{true}), "true");
  EXPECT_EQ(to_text(Scalar{false}), "false");
  EXPECT_EQ(to_text(Scalar{std::string{"[60, 90]"}}), "[60, 90]");
  EXPECT_EQ(to_text(Scalar{std::int64_t{-3}}), "-3");
}

TEST(ToScalar, KeepsTheType) {
  EXPECT_EQ(to_scalar(natural(5)), Scalar{std::uint64_t{5}});
  EXPECT_NE(to_scalar(natural(5)), Scalar{std::int64_t{5}});
  EXPECT_EQ(to_scalar(real(5)), Scalar{5.0});
}

}  // namespace
}  // namespace assay::base
