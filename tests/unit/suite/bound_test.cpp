#include <assay/suite/bound.hpp>

#include "suite_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace assay::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Bound bound_of(const std::string& value) { return std::get<Bound>(check_of("values = " + value).argument); }

TEST(Bound, BothEndsCount) {
  const Bound bound = bound_of("[0, 1.5]");
  EXPECT_TRUE(bound.contains(std::int64_t{0}));
  EXPECT_TRUE(bound.contains(-0.0));
  EXPECT_TRUE(bound.contains(1.5));
  EXPECT_FALSE(bound.contains(std::nextafter(1.5, 2.0)));
  EXPECT_FALSE(bound.contains(std::int64_t{-1}));
}

TEST(Bound, NanIsOutsideOfEverything) {
  EXPECT_FALSE(Bound().contains(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_TRUE(Bound().contains(kInfinity));
}

TEST(Bound, IntegersCompareExactly) {
  const Bound bound = bound_of("[9007199254740993, 9007199254740993]");
  EXPECT_TRUE(bound.contains(std::int64_t{9007199254740993}));
  EXPECT_FALSE(bound.contains(std::int64_t{9007199254740992}));
  EXPECT_FALSE(bound.contains(9007199254740992.0));
  const Bound large = bound_of("[0, '18446744073709551614']");
  EXPECT_TRUE(large.contains(std::uint64_t{18446744073709551614U}));
  EXPECT_FALSE(large.contains(std::uint64_t{18446744073709551615U}));
  EXPECT_FALSE(large.contains(18446744073709551616.0));
}

TEST(Bound, OneSidedTexts) {
  EXPECT_EQ(bound_of("'>= 4'"), (Bound{std::int64_t{4}, kInfinity, false, false}));
  EXPECT_EQ(bound_of("'>4'"), (Bound{std::int64_t{4}, kInfinity, true, false}));
  EXPECT_EQ(bound_of("' <= -1.5 '"), (Bound{-kInfinity, -1.5, false, false}));
  EXPECT_EQ(bound_of("'< 1e-3'"), (Bound{-kInfinity, 1e-3, false, true}));
  EXPECT_EQ(bound_of("'18446744073709551615'"),
            (Bound{std::uint64_t{18446744073709551615U}, std::uint64_t{18446744073709551615U}, false, false}));
  EXPECT_FALSE(bound_of("'> 4'").contains(std::int64_t{4}));
  EXPECT_TRUE(bound_of("'>= 4'").contains(std::int64_t{4}));
  EXPECT_TRUE(bound_of("'< inf'").contains(1e308));
}

TEST(Bound, NumbersAreEqualities) {
  EXPECT_EQ(bound_of("7"), (Bound{std::int64_t{7}, std::int64_t{7}, false, false}));
  EXPECT_EQ(bound_of("-inf"), (Bound{-kInfinity, -kInfinity, false, false}));
  EXPECT_EQ(bound_of("[-inf, inf]"), Bound());
}

TEST(Bound, ReadsAsAPersonWouldWriteIt) {
  EXPECT_EQ(bound_of("[0, 1]").to_text(), "[0, 1]");
  EXPECT_EQ(bound_of("7").to_text(), "7");
  EXPECT_EQ(bound_of("[7, 7.0]").to_text(), "7");
  EXPECT_EQ(bound_of("'>= 1000'").to_text(), ">= 1000");
  EXPECT_EQ(bound_of("[1000, inf]").to_text(), ">= 1000");
  EXPECT_EQ(bound_of("'< 0.01'").to_text(), "< 0.01");
  EXPECT_EQ(bound_of("'<= 3'").to_text(), "<= 3");
  EXPECT_EQ(bound_of("[-inf, inf]").to_text(), "[-inf, inf]");
}

TEST(Bound, WhatIsNoneIsAMistakeAtItsPlace) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"values = [1, 0]", "4:10: `expect.a.values`: the low end 1 lies above the high end 0"},
      {"values = [inf, -inf]", "4:10: `expect.a.values`: the low end inf lies above"},
      {"values = ['18446744073709551615', 0]", "4:10: `expect.a.values`: the low end 18446744073709551615"},
      {"values = [0, nan]", "4:14: `expect.a.values`: an end of a range must not be NaN"},
      {"values = nan", "4:10: `expect.a.values`: an end of a range must not be NaN"},
      {"values = [0, 1, 2]", "not a list of 3"},
      {"values = [0]", "not a list of 1"},
      {"values = []", "not an empty list"},
      {"values = [true, 1]", "4:11: `expect.a.values`: an end of a range must be a number"},
      {"values = true", "4:10: `expect.a.values` must be a range"},
      {"values = [[0, 1], 2]", "but is a list of 2"},
      {"values = ['> 1', 2]", "4:11: `expect.a.values`: an end of a range must be a number"},
      {"values = '60 to 90'", "not the text \"60 to 90\""},
      {"values = '=> 3'", "must be a range"},
      {"values = '> '", "must be a range"},
      {"values = '> nan'", "must be a range"},
      {"values = '> 1 '", ""},
      {"values = '> inf'", "nothing can be > inf"},
      {"values = '< -inf'", "nothing can be < -inf"},
      {"values = '99999999999999999999'", "must be a range"},
      {"values = '0x10'", "must be a range"},
      {"values = 2027-01-01", "not the date 2027-01-01"},
  };
  for (const auto& [line, part] : wrong) {
    const auto mistakes = mistakes_of_check(line);
    if (part.empty()) {
      EXPECT_THAT(mistakes, testing::IsEmpty()) << line;
    } else {
      EXPECT_THAT(mistakes, ElementsAre(HasSubstr(part))) << line;
    }
  }
}

}  // namespace
}  // namespace assay::suite
