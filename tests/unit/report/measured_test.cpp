#include <assay/report/detail/measured.hpp>

#include "sample_case.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace assay::report::detail {
namespace {

using base::Verdict;
using testing::ElementsAre;
using testing::IsEmpty;

run::CaseRecord case_with(const std::vector<base::Measurement>& own_numbers) {
  run::CaseRecord record = sample_case("expect", Verdict::kPassed);
  for (const base::Measurement& number : own_numbers) {
    add_check(record, number.name, Verdict::kPassed).metrics = {number};
  }
  return record;
}

TEST(MeasuredItems, ShapeTypeAndRoundedNumbers) {
  EXPECT_THAT(
      measured_items(case_with({measurement("dtype", std::string{"uint8"}), measurement("mean", 72.94035223214286),
                                measurement("shape", std::string{"[60000, 28, 28]"}), measurement("std", 90.0)})),
      ElementsAre("60000 x 28 x 28 uint8", "mean 72.94", "std 90"));
}

TEST(MeasuredItems, RowsStandInForAShape) {
  EXPECT_THAT(measured_items(case_with({measurement("rows", std::uint64_t{60000}, "count")})),
              ElementsAre("60000 rows"));
  EXPECT_THAT(measured_items(case_with({measurement("rows", std::uint64_t{1}, "count")})), ElementsAre("1 row"));
  EXPECT_THAT(measured_items(case_with({})), IsEmpty());
}

TEST(MeasuredItems, IntegersStayExactAndUnitsAreSaid) {
  EXPECT_THAT(measured_items(case_with({measurement("max", std::numeric_limits<std::uint64_t>::max()),
                                        measurement("distinct", std::uint64_t{10}, "count")})),
              ElementsAre("max 18446744073709551615", "distinct 10"));
  run::CaseRecord record = sample_case("train", Verdict::kPassed);
  record.measurements = {measurement("@peak_memory", std::uint64_t{1'234'567'890}, "bytes"),
                         measurement("@step_time", 0.14561, "s")};
  EXPECT_THAT(measured_items(record), ElementsAre("@peak_memory 1.2 GB", "@step_time 0.1456 s"));
}

TEST(MeasuredItems, ANumberOfAColumnIsCalledAsItsCheck) {
  run::CaseRecord record = sample_case("expect", Verdict::kPassed);
  add_check(record, "age.mean", Verdict::kPassed).metrics = {measurement("mean", 38.5)};
  add_check(record, "age.values", Verdict::kPassed).metrics = {measurement("mean_of_others", 1.0)};
  EXPECT_THAT(measured_items(record), ElementsAre("age.mean 38.5"));
}

TEST(MeasuredItems, SeveralClassesAreARange) {
  run::CaseRecord record = sample_case("expect", Verdict::kPassed);
  add_check(record, "class_share", Verdict::kPassed).metrics = {
      measurement("class_share.b", 0.25, "ratio"), measurement("class_share.a", 0.125, "ratio"),
      measurement("class_share.c", 0.625, "ratio"), measurement("total", std::uint64_t{8}, "count")};
  EXPECT_THAT(measured_items(record), ElementsAre("class_share 0.125 to 0.625"));
}

TEST(MeasuredItems, NumbersThatAreNoneAreSaid) {
  EXPECT_THAT(measured_items(case_with({measurement("mean", std::numeric_limits<double>::quiet_NaN())})),
              ElementsAre("mean nan"));
}

TEST(MeasuredItems, AbsentValuesAreMentionedOnceAndOnlyWhenThereAreAny) {
  run::CaseRecord record = sample_case("expect", Verdict::kPassed);
  for (const std::string check : {"values", "finite"}) {
    add_check(record, check, Verdict::kPassed).metrics = {measurement("missing", std::uint64_t{12}),
                                                          measurement("unwritten", std::uint64_t{0}),
                                                          measurement("total", std::uint64_t{100})};
  }
  EXPECT_THAT(measured_items(record), ElementsAre("12 missing"));
}

TEST(MeasuredItems, AWideTableIsBounded) {
  std::vector<base::Measurement> numbers;
  for (int column = 0; column < 200; ++column) {
    numbers.push_back(measurement("c" + std::to_string(column) + ".mean", 0.5));
  }
  const std::vector<std::string> items = measured_items(case_with(numbers));
  EXPECT_EQ(items.size(), 10U);
  EXPECT_EQ(items.back(), "191 more");
}

}  // namespace
}  // namespace assay::report::detail
