// Aggregates at each position of a dimension.
#include "checks_fixture.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace assay::expect {
namespace {

using base::Scalar;
using testing::HasSubstr;
using tests::Checks;

// images[r, c, k] = 6 r + 2 c + k for r, k in 0..1 and c in 0..2
TEST_F(Checks, axis_judges_each_position) {
  passes("images", "axis", "{ axis = 1, mean = [3.5, 7.5] }");
  passes("images", "axis", "{ axis = 1, mean = [[3.5, 3.5], [5, 6], [7.5, 7.5]] }");
  passes("images", "axis", "{ axis = -1, min = [0, 1], max = [[10, 10], [11, 11]], sum = [30, 36], distinct = 6 }");
  passes("images", "axis", "{ axis = 0, mean = [[2.5, 2.5], [8.5, 8.5]], median = [2, 9] }");
  passes("images", "axis", "{ axis = 1, std = [3.511, 3.512] }");
  const auto result = fails("images", "axis", "{ axis = 1, mean = [3.5, 7] }");
  EXPECT_EQ(result.reason,
            "the mean of 4 elements of /images in d.h5 at position 2 of axis 1 is 7.5; expected [3.5, 7]");
  EXPECT_EQ(result.failures[0].observed, Scalar{7.5});
  EXPECT_THAT(fails("images", "axis", "{ axis = 1, mean = [0, 1], max = [0, 1] }").reason,
              HasSubstr("(6 in all are outside)"));
}

TEST_F(Checks, axis_keeps_the_rules_of_aggregates) {
  EXPECT_THAT(fails("vectors", "axis", "{ axis = 1, mean = [0, 9] }").reason,
              HasSubstr("position 1 of axis 1 is undefined: 1 of them is NaN"));
  passes("vectors", "axis", "{ axis = 1, mean = [1.3, 2], zero_share = [0.3, 0.5], nan_count = 0 }", "missing = 'nan'");
  passes("vectors", "axis", "{ axis = 1, missing_share = [[0, 0], [0.3, 0.4]] }", "missing = 'nan'");
  passes("images", "axis", "{ axis = 1, mean = [0.5, 4.5] }", "where = 'late_two == 0'");
  EXPECT_THAT(fails("images", "axis", "{ axis = 1, mean = [0, 9] }", "where = 'late_two == 7'").reason,
              HasSubstr("no data"));
  EXPECT_THAT(fails("seven", "axis", "{ axis = 0, mean = [0, 9] }", "missing = 7").reason, HasSubstr("no data"));
}

TEST_F(Checks, axis_that_is_not_there_is_a_mistake) {
  refuses("images", "axis", "{ axis = 3, mean = [0, 9] }");
  refuses("images", "axis", "{ axis = -4, mean = [0, 9] }");
  refuses("images", "axis", "{ axis = 1, mean = [[0, 1], [0, 1]] }");
  refuses("text", "axis", "{ axis = 0, mean = [0, 9] }");
}

}  // namespace
}  // namespace assay::expect
