#include <assay/report/detail/failure_lines.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace assay::report::detail {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> texts_of(const base::Failure& failure, std::size_t width = 80, std::size_t most = 5) {
  std::vector<std::string> texts;
  for (const Line& line : failure_lines(failure, width, most)) {
    texts.push_back(line.text);
  }
  return texts;
}

base::Failure failure_with(std::vector<base::Offender> offenders) {
  base::Failure failure;
  failure.offenders = std::move(offenders);
  return failure;
}

TEST(FailureLines, ShowsOnlyWhatIsThere) {
  EXPECT_THAT(texts_of({}), IsEmpty());
  base::Failure failure;
  failure.expected = std::string{"[60, 90]"};
  failure.observed = 151.25;
  EXPECT_THAT(texts_of(failure), ElementsAre("expected  [60, 90]", "observed  151.25"));
}

TEST(FailureLines, CountsAreExact) {
  base::Failure failure;
  failure.unexpected = std::numeric_limits<std::uint64_t>::max() - 1;
  failure.total = std::numeric_limits<std::uint64_t>::max();
  EXPECT_THAT(texts_of(failure), ElementsAre("count     18446744073709551614 of 18446744073709551615 (over 99.9 %)"));
  failure.unexpected = 3;
  failure.total = std::nullopt;
  EXPECT_THAT(texts_of(failure), ElementsAre("count     3"));
  failure.total = 0;
  EXPECT_THAT(texts_of(failure), ElementsAre("count     3"));
}

TEST(FailureLines, FilesStandLastAndOnOneLine) {
  base::Failure failure = failure_with({{7, {7}, {}}});
  failure.files = {
      {.path = "files/a suite.expect.with_a_long_name/values.png", .media_type = "image/png", .caption = ""},
      {.path = "files/\x1b[31m", .media_type = "image/png", .caption = ""}};
  EXPECT_THAT(texts_of(failure, 30),
              ElementsAre("row", "  7", "file      files/a suite.expect.with_a_long_name/values.png",
                          "file      files/\\x1b[31m"));
}

TEST(FailureLines, OffendersAreATableWithoutColumnsThatSayNothing) {
  EXPECT_THAT(texts_of(failure_with({{7, {7}, std::int64_t{-1}}, {120, {120}, std::int64_t{300}}})),
              ElementsAre("row  value", "  7     -1", "120    300"));
  // A row in another shard has another index there.
  EXPECT_THAT(texts_of(failure_with({{7, {2}, {}}})), ElementsAre("row  index", "  7  [2]"));
  EXPECT_THAT(texts_of(failure_with({{7, {7}, {}}})), ElementsAre("row", "  7"));
  EXPECT_THAT(texts_of(failure_with({{7, {7, 3}, std::string{"a b"}}})),
              ElementsAre("row  index   value", "  7  [7, 3]  \"a b\""));
}

TEST(FailureLines, WhatIsNotListedIsCounted) {
  base::Failure failure = failure_with({{1, {1}, 0.5}, {2, {2}, 0.5}, {3, {3}, 0.5}});
  EXPECT_THAT(texts_of(failure, 80, 2), ElementsAre("row  value", "  1    0.5", "  2    0.5", "... and 1 more"));
  failure.unexpected = 1000;
  EXPECT_THAT(texts_of(failure, 80, 2).back(), "... and 998 more");
  failure.unexpected = std::nullopt;
  failure.truncated = true;
  EXPECT_THAT(texts_of(failure, 80, 3).back(), "... and more");
}

TEST(FailureLines, HostileValuesAreBoundedAndPrintable) {
  const std::vector<std::string> texts =
      texts_of(failure_with({{1, {1}, std::string(100'000, 'x')}, {2, {2}, std::string{"\x1b[2J"}}}));
  EXPECT_LT(texts[1].size(), 200U);
  EXPECT_NE(texts[1].find("100000 bytes"), std::string::npos);
  EXPECT_NE(texts[2].find("\\x1b[2J"), std::string::npos);
  base::Failure failure;
  failure.expected = std::string(100'000, 'x');
  EXPECT_LT(texts_of(failure).front().size(), 1100U);
}

TEST(ShareText, IsNeverRoundedToNothingOrAll) {
  EXPECT_EQ(share_text(0, 10), "0 %");
  EXPECT_EQ(share_text(10, 10), "100 %");
  EXPECT_EQ(share_text(1, 3), "33.3 %");
  EXPECT_EQ(share_text(999'999, 1'000'000), "over 99.9 %");
  EXPECT_EQ(share_text(17, 7'840'000), "0.000217 %");
  EXPECT_EQ(share_text(1, 10'000'000'000), "under 0.0001 %");
}

}  // namespace
}  // namespace assay::report::detail
