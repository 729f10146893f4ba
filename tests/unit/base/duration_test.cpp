#include <assay/base/duration.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <string>
#include <string_view>

namespace assay::base {
namespace {

using namespace std::chrono_literals;

TEST(ParseDuration, ReadsEachUnit) {
  EXPECT_EQ(parse_duration("250ms"), 250ms);
  EXPECT_EQ(parse_duration("90s"), 90s);
  EXPECT_EQ(parse_duration("10m"), 10min);
  EXPECT_EQ(parse_duration("2h"), 2h);
  EXPECT_EQ(parse_duration("400d"), 9600h);
  EXPECT_EQ(parse_duration("0s"), 0s);
}

TEST(ParseDuration, ReadsFractionsAndSums) {
  EXPECT_EQ(parse_duration("1.5h"), 90min);
  EXPECT_EQ(parse_duration("0.1s"), 100ms);
  EXPECT_EQ(parse_duration("1h30m"), 90min);
  EXPECT_EQ(parse_duration("1m500ms"), 60500ms);
  EXPECT_EQ(parse_duration("1d2h3m4s5ms"), 24h + 2h + 3min + 4s + 5ms);
}

TEST(ParseDuration, RefusesEverythingElse) {
  for (const std::string_view text :
       {"",     "10",  "s",   "-1s",    "+1s",  "1e400s", "1e2s",  "nan",       "infs",  "inf",
        "1 s",  " 1s", "1s ", "1h 30m", "1.s",  ".5s",    "1..5s", "1.5.5s",    "30m1h", "1s1s",
        "1min", "1S",  "1w",  "1,5s",   "0x1s", "1s30",   "s1",    "1\xC2\xB5s"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << '"' << text << '"';
  }
}

TEST(ParseDuration, EndsAtAHundredYears) {
  EXPECT_EQ(parse_duration("36525d"), 876600h);
  EXPECT_EQ(parse_duration("36525d1s"), std::nullopt);
  EXPECT_EQ(parse_duration("36526d"), std::nullopt);
  EXPECT_EQ(parse_duration(std::string(400, '9') + "s"), std::nullopt);
}

TEST(DurationText, TwoPartsAtMost) {
  EXPECT_EQ(to_text(Duration{0}), "0 s");
  EXPECT_EQ(to_text(Duration{120us}), "120 us");
  EXPECT_EQ(to_text(Duration{850ms}), "850 ms");
  EXPECT_EQ(to_text(Duration{12300ms}), "12.3 s");
  EXPECT_EQ(to_text(Duration{20s}), "20 s");
  EXPECT_EQ(to_text(Duration{250s}), "4 min 10 s");
  EXPECT_EQ(to_text(Duration{10min}), "10 min");
  EXPECT_EQ(to_text(Duration{2h + 5min}), "2 h 5 min");
  EXPECT_EQ(to_text(Duration{76h}), "3 d 4 h");
  EXPECT_EQ(to_text(Duration{-250s}), "-4 min 10 s");
}

TEST(DurationText, RoundsBeforeItChoosesTheForm) {
  EXPECT_EQ(to_text(Duration{999'600us}), "1 s");
  EXPECT_EQ(to_text(Duration{59'960ms}), "1 min");
  EXPECT_EQ(to_text(Duration{59'940ms}), "59.9 s");
  EXPECT_EQ(to_text(Duration{3599'600ms}), "1 h");
  EXPECT_EQ(to_text(Duration{1h + 59min + 40s}), "2 h");
  EXPECT_EQ(to_text(Duration{23h + 59min + 50s}), "1 d");
}

TEST(DurationText, TheMostNegativeCountHasNoOpposite) {
  EXPECT_EQ(to_text(Duration::min()), to_text(Duration{std::numeric_limits<std::int64_t>::min() + 1}));
}

}  // namespace
}  // namespace assay::base
