// Neighbouring rows, patterns and lengths.
#include <assay/expect/detail/text_pattern.hpp>

#include "checks_fixture.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>

namespace assay::expect {
namespace {

using testing::HasSubstr;
using tests::Checks;

TEST_F(Checks, matches) {
  passes("text", "matches", "'^[a-z]*$'");
  EXPECT_EQ(fails("text", "matches", "'at$'").reason,
            "2 of 4 elements of /text in d.h5 do not match 'at$'; the first is 'dog' at row 1");
  passes("text", "matches", "{ in = 'at$', mostly = 0.5 }");
  passes("accents", "matches", "{ in = '^.{5}$|^.$|abc|^$' }");
  passes("accents", "matches", "'^[a-zöß幅]*$'", "missing = 'Größe'");
  fails("latin", "matches", "'^.{3}$'");
  refuses("ints", "matches", "'a'");
}

TEST_F(Checks, length) {
  passes("accents", "length", "[0, 5]");
  EXPECT_EQ(fails("accents", "length", "[0, 4]").failures[0].offenders[0].row, 0U);
  passes("latin", "length", "[3, 5]");
  passes("ragged", "length", "[0, 3]");
  EXPECT_EQ(fails("ragged", "length", "[0, 2]").reason,
            "1 of 3 elements of /ragged in d.h5 has a length outside [0, 2]; it is 3 at row 0");
  passes("ragged", "length", "{ in = [1, 3], mostly = 0.6 }");
  refuses("ints", "length", "[0, 3]");
  refuses("table", "length", "[0, 3]");
}

TEST_F(Checks, order) {
  passes("ints", "increasing", "'strict'");
  EXPECT_EQ(fails("falling", "decreasing", "'strict'").reason,
            "3 of 4 elements of /falling in d.h5 are not below the row before; the first is 1 at row 1, index [1, 1]");
  const auto weak = fails("falling", "decreasing", "'weak'");
  EXPECT_EQ(weak.failures[0].unexpected, 1U);
  EXPECT_EQ(weak.failures[0].offenders[0].index, (std::vector<std::uint64_t>{2, 1}));
  passes("falling", "decreasing", "{ in = 'weak', mostly = 0.75 }");
  passes("falling", "decreasing", "{ in = 'weak', mostly = 0.5, unit = 'row' }");
  fails("falling", "decreasing", "{ in = 'weak', mostly = 0.6, unit = 'row' }");
  passes("falling", "decreasing", "'weak'", "missing = 2");
  passes("late", "increasing", "'weak'");
  passes("scalar", "increasing", "'strict'");
  EXPECT_EQ(fails("reals", "increasing", "'weak'").failures[0].unexpected, 3U);
  passes("reals", "increasing", "'weak'", "missing = ['x', nan, inf]");
  fails("text", "increasing", "'weak'");
  refuses("table", "increasing", "'weak'");
}

TEST(TextPattern, takes_no_time_that_a_pattern_can_blow_up) {
  const std::string hostile(20000, 'a');
  EXPECT_FALSE(detail::TextPattern("^(a+)+$")(hostile + "b"));
  EXPECT_TRUE(detail::TextPattern("^(a|a)*$")(hostile));
  EXPECT_THROW(detail::TextPattern("(a)\\1"), std::regex_error);
}

}  // namespace
}  // namespace assay::expect
