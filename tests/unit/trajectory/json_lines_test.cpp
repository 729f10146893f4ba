#include <assay/trajectory/json_lines.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace {

using assay::trajectory::Curve;
using assay::trajectory::fell_silent;
using assay::trajectory::parse_json_lines;
using assay::trajectory::read_json_lines;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(JsonLines, PointsComeByStepAndALaterLineWins) {
  const auto read = parse_json_lines(
      "{\"step\": 20, \"loss\": 1.5}\n"
      "{\"step\": 10, \"loss\": 2.5, \"accuracy\": 0.25}\r\n"
      "\n"
      "{\"loss\": 0.5}\n"
      "{\"step\": 20, \"loss\": 1.25}\n"
      "{\"step\": 20.0, \"accuracy\": 0.5}\n",
      "step");
  EXPECT_THAT(read.steps, ElementsAre(10, 20));
  EXPECT_EQ(read.curves.at("loss"), (Curve{{10, 2.5}, {20, 1.25}}));
  EXPECT_EQ(read.curves.at("accuracy"), (Curve{{10, 0.25}, {20, 0.5}}));
  EXPECT_EQ(read.curves.size(), 2U);
  EXPECT_EQ(read.broken_lines, 0U);
}

TEST(JsonLines, NonFiniteNumbersInEveryDress) {
  const auto read = parse_json_lines(
      "{\"step\": 1, \"a\": NaN, \"b\": Infinity, \"c\": -Infinity, \"d\": 1e400}\n"
      "{\"step\": 2, \"a\": \"nan\", \"b\": \"INF\", \"c\": \"-infinity\", \"d\": -1e400}\n"
      "{\"step\": 3, \"a\": null, \"b\": 1e-400, \"c\": true, \"d\": \"high\", \"e\": {\"f\": 1}}\n",
      "step");
  ASSERT_EQ(read.curves.at("a").size(), 2U);
  EXPECT_TRUE(std::isnan(read.curves.at("a")[0].value));
  EXPECT_TRUE(std::isnan(read.curves.at("a")[1].value));
  EXPECT_EQ(read.curves.at("b"), (Curve{{1, kInfinity}, {2, kInfinity}, {3, 0}}));
  EXPECT_EQ(read.curves.at("c"), (Curve{{1, -kInfinity}, {2, -kInfinity}}));
  EXPECT_EQ(read.curves.at("d"), (Curve{{1, kInfinity}, {2, -kInfinity}}));
  EXPECT_FALSE(read.curves.contains("e"));
}

TEST(JsonLines, TextInsideStringsIsLeftAlone) {
  const auto read = parse_json_lines("{\"step\": 1, \"note\": \"NaN \\\" Infinity 1e400\", \"NaN\": 3}\n", "step");
  EXPECT_EQ(read.curves.at("NaN"), (Curve{{1, 3}}));
}

TEST(JsonLines, WhatIsNoStepIsNoPoint) {
  const auto read = parse_json_lines(
      "{\"step\": 1.5, \"a\": 1}\n{\"step\": -1, \"a\": 1}\n{\"step\": \"3\", \"a\": 1}\n{\"step\": 1e300, \"a\": 1}\n",
      "step");
  EXPECT_TRUE(read.steps.empty());
  EXPECT_TRUE(read.curves.empty());
  EXPECT_EQ(read.broken_lines, 0U);
}

TEST(JsonLines, BrokenLinesAreCountedButNotATornLastOne) {
  const auto read = parse_json_lines("oops\n[1, 2]\n{\"step\": 1, \"a\": 1}\n{\"step\": 2, \"a\": 2}", "step");
  EXPECT_EQ(read.broken_lines, 2U);
  EXPECT_THAT(read.steps, ElementsAre(1, 2));
  EXPECT_EQ(parse_json_lines("{\"step\": 1, \"a\": 1}\n{\"step\": 2, \"a\"", "step").broken_lines, 0U);
  EXPECT_EQ(parse_json_lines(std::string(100000, '[') + "\n", "step").broken_lines, 1U);
}

TEST(JsonLines, AnotherStepKey) {
  const auto read = parse_json_lines("{\"iteration\": 7, \"step\": 0.5}\n", "iteration");
  EXPECT_EQ(read.curves.at("step"), (Curve{{7, 0.5}}));
}

TEST(JsonLines, AMissingFileIsASentence) {
  const auto read = read_json_lines("/no/such/metrics.jsonl", "step");
  ASSERT_FALSE(read.has_value());
  EXPECT_THAT(read.error(), HasSubstr("/no/such/metrics.jsonl"));
}

TEST(Silence, NeedsBothThreeTimesTheLongestPauseAndATenthOfTheRun) {
  std::vector<std::int64_t> steps;
  for (std::int64_t step = 0; step <= 100; ++step) {
    steps.push_back(step);
  }
  EXPECT_FALSE(fell_silent(Curve{{0, 1}, {30, 1}, {60, 1}, {90, 1}}, steps));
  EXPECT_TRUE(fell_silent(Curve{{0, 1}, {10, 1}, {20, 1}}, steps));
  EXPECT_FALSE(fell_silent(Curve{{0, 1}, {25, 1}}, steps));  // 75 is not longer than 3 * 25
  EXPECT_TRUE(fell_silent(Curve{{0, 1}, {24, 1}}, steps));   // 76 > 72
  EXPECT_FALSE(fell_silent(Curve{{88, 1}, {89, 1}, {90, 1}}, steps));
  EXPECT_FALSE(fell_silent({}, steps));
}

}  // namespace
