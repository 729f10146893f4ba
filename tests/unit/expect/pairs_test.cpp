// Two datasets element by element and row by row.
#include "checks_fixture.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace assay::expect {
namespace {

using base::Scalar;
using base::Verdict;
using testing::HasSubstr;
using tests::Checks;

TEST_F(Checks, equals) {
  passes("first", "equals", "'first'");
  const auto result = fails("first", "equals", "'second'");
  EXPECT_EQ(result.reason,
            "2 of 4 elements of /first in d.h5 are not equal to its partner in /second in d.h5; the first is 3 at row "
            "2");
  EXPECT_EQ(result.failures[0].unexpected, 2U);
  passes("first", "equals", "'second'", "missing = [3, 4, 5]");
  passes("first", "equals", "{ dataset = 'second', mostly = 0.5 }");
  passes("first", "equals", "'second'", "where = 'first < 3'");
  EXPECT_EQ(fails("third", "equals", "'third'").failures[0].offenders[0].row, 1U);
  passes("text", "equals", "'text'");
  EXPECT_THAT(fails("first", "equals", "'images'").reason, HasSubstr("one shape"));
  refuses("first", "equals", "'text'");
  refuses("table", "equals", "'table'");
  EXPECT_THAT(fails("first", "equals", "'second'", "missing = [1, 2, 3, 4]").reason, HasSubstr("no data"));
  EXPECT_THAT(fails("first", "equals", "'nowhere'").reason, HasSubstr("nowhere"));
}

TEST_F(Checks, pairs_with_shards_that_are_cut_in_another_way) {
  passes("first", "equals", "{ data = 'g', dataset = 'first' }");
  EXPECT_EQ(fails("second", "equals", "{ data = 'g', dataset = 'first' }").failures[0].offenders[0].row, 2U);
  EXPECT_EQ(fails("text", "equals", "{ data = 'g', dataset = 'text' }").failures[0].unexpected, 1U);
}

TEST_F(Checks, less_than_and_below) {
  EXPECT_EQ(fails("first", "less_than", "'third'").failures[0].unexpected, 1U);
  passes("first", "less_than", "'third'", "missing = 'nan'");
  fails("first", "less_than", "'first'");
  passes("first", "below", "5");
  EXPECT_EQ(fails("first", "below", "4").reason, "1 of 4 elements of /first in d.h5 is not below 4; it is 4 at row 3");
  EXPECT_EQ(fails("first", "below", "'limit'").failures[0].unexpected, 1U);
  passes("first", "below", "'limit'", "where = 'first < 4'");
  passes("first", "below", "{ dataset = 'limit', mostly = 0.75 }");
  fails("big", "below", "'limit'");
  fails("first", "below", "'third'");
  refuses("first", "below", "'text'");
  refuses("text", "below", "5");
}

TEST_F(Checks, correlation) {
  passes("first", "correlation", "{ with = 'first', in = 1 }");
  passes("first", "correlation", "{ with = 'second', in = [0.6825, 0.6826] }");
  EXPECT_THAT(fails("first", "correlation", "{ with = 'second', in = [0.7, 1] }").reason,
              HasSubstr("the correlation with /second in d.h5 of 4 elements of /first in d.h5 is 0.6825"));
  EXPECT_THAT(fails("first", "correlation", "{ with = 'seven', in = [-1, 1] }").reason, HasSubstr("does not vary"));
  EXPECT_THAT(fails("first", "correlation", "{ with = 'third', in = [-1, 1] }").reason, HasSubstr("1 of them is NaN"));
  passes("first", "correlation", "{ with = 'third', in = [0.9078, 0.9079] }", "missing = 'nan'");
  refuses("first", "correlation", "{ with = 'text', in = [0, 1] }");
}

TEST_F(Checks, rows_of_another_dataset) {
  passes("first", "same_rows_as", "'seven'");
  EXPECT_EQ(fails("first", "same_rows_as", "'images'").reason,
            "/first in d.h5 has 4 rows and /images in d.h5 has 2; expected as many");
  EXPECT_THAT(fails("empty", "same_rows_as", "'empty'").reason, HasSubstr("no data"));
  passes("labels", "subset_of", "{ data = 'g', dataset = 'first', mostly = 0.25 }");
  EXPECT_EQ(fails("labels", "subset_of", "{ data = 'g', dataset = 'first' }").reason,
            "3 of 4 rows of /labels in d.h5 do not stand in /first in 2 files from g_1.h5 to g_2.h5; the first is row "
            "0");
  passes("text", "subset_of", "'text'");
  passes("first", "subset_of", "{ data = 'g', dataset = 'first' }");
  EXPECT_EQ(fails("text", "subset_of", "{ data = 'g', dataset = 'text' }").failures[0].offenders[0].row, 3U);
}

}  // namespace
}  // namespace assay::expect
