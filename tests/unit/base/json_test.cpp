#include <assay/base/detail/json.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace assay::base::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string text_of(const Scalar& scalar) { return to_json(scalar).dump(); }

TEST(ToJson, IntegersAreExact) {
  EXPECT_EQ(text_of(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(text_of(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(text_of(std::int64_t{9007199254740993}), "9007199254740993");
}

TEST(ToJson, DoublesReadBackAndNonFiniteOnesAreTexts) {
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(-0.0), "-0.0");
  EXPECT_EQ(text_of(kNan), "\"nan\"");
  EXPECT_EQ(text_of(kInfinity), "\"inf\"");
  EXPECT_EQ(text_of(-kInfinity), "\"-inf\"");
  EXPECT_EQ(to_json(Number{kNan}).dump(), "\"nan\"");
}

TEST(ToJson, OtherScalars) {
  EXPECT_EQ(text_of({}), "null");
  EXPECT_EQ(text_of(true), "true");
  EXPECT_EQ(text_of(std::string{"a\"b\n"}), R"("a\"b\n")");
}

TEST(ToJson, IllFormedTextIsEscapedInsteadOfThrowing) {
  EXPECT_EQ(text_of(std::string{"a\xFF"}), R"("a\\xff")");
  EXPECT_EQ(to_json(std::string_view{"gr\xC3\xBC"}).dump(), "\"gr\xC3\xBC\"");
}

TEST(ToScalar, ReadsBackWhatWasWritten) {
  for (const Scalar& scalar :
       {Scalar{}, Scalar{false}, Scalar{std::int64_t{-7}}, Scalar{std::int64_t{7}}, Scalar{0.1}, Scalar{60.0},
        Scalar{kInfinity}, Scalar{-kInfinity}, Scalar{std::string{"text"}},
        Scalar{std::numeric_limits<std::uint64_t>::max()}, Scalar{std::numeric_limits<std::int64_t>::max()},
        Scalar{std::numeric_limits<std::int64_t>::min()}}) {
    const auto parsed = parse_json(text_of(scalar));
    ASSERT_TRUE(parsed);
    EXPECT_EQ(to_scalar(*parsed).value(), scalar) << text_of(scalar);
  }
  const Scalar nan = to_scalar(to_json(kNan)).value();
  ASSERT_TRUE(std::holds_alternative<double>(nan));
  EXPECT_TRUE(std::isnan(std::get<double>(nan)));
}

TEST(ToScalar, SmallUnsignedIntegersComeBackSigned) {
  EXPECT_EQ(to_scalar(to_json(Scalar{std::uint64_t{5}})).value(), Scalar{std::int64_t{5}});
}

TEST(ToScalar, ArraysAndObjectsAreNoScalars) {
  EXPECT_EQ(to_scalar(Json::parse("[1]")).error(), "a single value was expected, seen: array");
  EXPECT_EQ(to_scalar(Json::parse("{}")).error(), "a single value was expected, seen: object");
}

TEST(ToNumber, TakesNumbersAlone) {
  EXPECT_EQ(to_number(Json::parse("3")).value(), Number{std::int64_t{3}});
  EXPECT_EQ(to_number(Json::parse("\"inf\"")).value(), Number{kInfinity});
  EXPECT_EQ(to_number(Json::parse("1.5")).value(), Number{1.5});
  EXPECT_EQ(to_number(Json::parse("\"text\"")).error(), "a number was expected, seen: string");
  EXPECT_EQ(to_number(Json::parse("true")).error(), "a number was expected, seen: boolean");
  EXPECT_FALSE(to_number(Json::parse("null")));
  EXPECT_FALSE(to_number(Json::parse("[]")));
}

TEST(ParseJson, RefusesWhatIsNotStrictJson) {
  for (const std::string text : {"", "{", "NaN", "[1,]", "{'a':1}", "1 2", "\"\xFF\"", "Infinity", "01"}) {
    EXPECT_FALSE(parse_json(text)) << text;
  }
  EXPECT_FALSE(parse_json("{").error().empty());
  EXPECT_TRUE(parse_json(" {\"a\": [1, 2]} "));
}

TEST(ParseJson, DeepNestingIsNoStackOverflow) {
  EXPECT_TRUE(parse_json(std::string(100'000, '[') + std::string(100'000, ']')));
  EXPECT_FALSE(parse_json(std::string(100'000, '[')));
}

}  // namespace
}  // namespace assay::base::detail
