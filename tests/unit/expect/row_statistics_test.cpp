// Statistics of single rows, targets and outliers.
#include <assay/expect/detail/row_interval.hpp>

#include "checks_fixture.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

namespace assay::expect {
namespace {

using base::Scalar;
using testing::HasSubstr;
using tests::Checks;

TEST_F(Checks, row_statistics) {
  passes("images", "row_mean", "[2.5, 8.5]");
  EXPECT_EQ(fails("images", "row_mean", "[2.5, 8]").reason,
            "1 of 2 rows of /images in d.h5 has a mean outside [2.5, 8]; it is 8.5 at row 1");
  passes("images", "row_min", "[0, 6]");
  EXPECT_EQ(fails("images", "row_min", "[1, 6]").failures[0].offenders[0].value, Scalar{std::int64_t{0}});
  passes("images", "row_max", "[5, 11]");
  fails("images", "row_max", "[5, 10]");
  passes("images", "row_sum", "[15, 51]");
  EXPECT_EQ(fails("images", "row_sum", "[16, 51]").failures[0].offenders[0].row, 0U);
  passes("images", "row_std", "[1.8708, 1.8709]");
  fails("images", "row_std", "[1.9, 2]");
  passes("images", "row_mean", "{ in = 2.5, mostly = 0.5 }");
  const auto norms = fails("vectors", "row_norm", "[0.5, 4.9]");
  EXPECT_EQ(norms.failures[0].unexpected, 3U);
  EXPECT_EQ(norms.failures[0].offenders[0].value, Scalar{5.0});
  EXPECT_TRUE(std::isnan(std::get<double>(norms.failures[0].offenders[2].value)));
  passes("vectors", "row_norm", "[0, 5]", "missing = 'nan'");
  EXPECT_EQ(fails("ints", "row_std", "[0, inf]").failures[0].unexpected, 4U);
  passes("big", "row_sum", "['18446744073709551613', '18446744073709551615']");
  fails("big", "row_sum", "['18446744073709551614', '18446744073709551615']");
  passes("late", "row_sum", "1", "missing = 3");
  refuses("text", "row_mean", "1");
}

TEST_F(Checks, one_hot_and_sums) {
  passes("hot", "one_hot", "true");
  EXPECT_EQ(fails("cold", "one_hot", "true").reason,
            "3 of 4 rows of /cold in d.h5 are not one 1 and else zeros; the first is row 1");
  passes("cold", "one_hot", "{ in = true, mostly = 0.25 }");
  passes("hot", "sums_to", "1");
  EXPECT_EQ(fails("parts", "sums_to", "1").failures[0].offenders[0].value, Scalar{1.125});
  passes("parts", "sums_to", "{ in = 1, tolerance = 0.125 }");
  fails("parts", "sums_to", "{ in = 1, tolerance = 0.12 }");
  fails("vectors", "sums_to", "{ in = 0, tolerance = 1e300 }");
  refuses("text", "one_hot", "true");
}

TEST_F(Checks, outliers) {
  passes("spread", "outliers", "{ z = 3 }");
  EXPECT_EQ(fails("spread", "outliers", "{ z = 2.4 }").failures[0].offenders[0].row, 9U);
  passes("spread", "outliers", "{ iqr = 3.2 }");
  EXPECT_EQ(fails("spread", "outliers", "{ iqr = 3 }").reason,
            "1 of 10 elements of /spread in d.h5 is more than 3 interquartile ranges from the quartiles 2.25 and 6.75; "
            "it is 21 at row 9");
  passes("spread", "outliers", "{ iqr = 3, mostly = 0.9 }");
  passes("spread", "outliers", "{ iqr = 3 }", "where = 'spread < 20'");
  passes("seven", "outliers", "{ z = 1 }");
  passes("scalar", "outliers", "{ z = 1 }");
  EXPECT_THAT(fails("zeros", "outliers", "{ z = 1 }").reason, HasSubstr("2 of them are NaN"));
  EXPECT_THAT(fails("reals", "outliers", "{ z = 1 }", "missing = 'nan'").reason, HasSubstr("1 of them is infinite"));
  refuses("text", "outliers", "{ z = 1 }");
}

TEST(RowInterval, holds_the_statistic_of_numbers_that_cancel) {
  const std::array<double, 3> values = {1e16, 1.0, -1e16};
  const auto sum = detail::row_interval<double>(detail::RowMeasure::kSum, values);
  EXPECT_LE(sum.low, 1.0);
  EXPECT_GE(sum.high, 1.0);
  const std::array<float, 4> far = {1e8F, 1e8F + 8, 1e8F, 1e8F + 8};
  const auto deviation = detail::row_interval<float>(detail::RowMeasure::kStd, far);
  EXPECT_LE(deviation.low, std::sqrt(64.0 / 3));
  EXPECT_GE(deviation.high, std::sqrt(64.0 / 3));
}

}  // namespace
}  // namespace assay::expect
