// Every check: a case that only it catches, its healthy twin, and what its sentence says.
#include <assay/expect/detail/question.hpp>
#include <assay/suite/check_catalogue.hpp>

#include "checks_fixture.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace assay::expect {
namespace {

using base::Scalar;
using base::Verdict;
using testing::HasSubstr;

using tests::Checks;

Scalar whole(std::int64_t value) { return value; }

TEST_F(Checks, every_built_check_has_a_rule_and_no_other) {
  for (const suite::CheckDescription& description : suite::check_catalogue()) {
    EXPECT_EQ(detail::find_check_rule(description.key) != nullptr, description.built) << description.key;
  }
}

TEST_F(Checks, dtype) {
  passes("images", "dtype", "'uint8'");
  passes("brain", "dtype", "'bfloat16'");
  passes("half", "dtype", "'float16'");
  passes("flag", "dtype", "'bool'");
  passes("colour", "dtype", "'enum'");
  passes("text", "dtype", "'string'");
  passes("table", "dtype", "'compound'");
  passes("table.age", "dtype", "'int32'");
  const auto result = fails("flag", "dtype", "'int8'");
  EXPECT_EQ(result.failures[0].observed, Scalar{std::string("bool")});
  EXPECT_EQ(result.reason, "/flag in d.h5 holds bool; expected int8");
}

TEST_F(Checks, columns) {
  passes("table", "columns", "['age', 'size']");
  EXPECT_EQ(fails("table", "columns", "['size', 'age']").reason,
            "/table in d.h5 has the columns ['age', 'size']; expected the columns ['size', 'age']");
  fails("table", "columns", "['age']");
  EXPECT_EQ(fails("ints", "columns", "['age']").reason,
            "/ints in d.h5 has int64 and no columns; expected the columns ['age']");
}

TEST_F(Checks, attributes) {
  passes("images", "attributes", "{ units = 'm', scale = 0.5, big = 9007199254740993, flag = true }");
  EXPECT_EQ(fails("images", "attributes", "{ units = 'cm', scale = 0.5, none = 1 }").failures.size(), 2U);
  EXPECT_EQ(fails("images", "attributes", "{ units = 'cm' }").reason,
            "the attribute 'units' of /images in d.h5 is 'm'; expected 'cm'");
  fails("images", "attributes", "{ big = 9007199254740992 }");
  fails("images", "attributes", "{ scale = '0.5' }");
  EXPECT_EQ(fails("images", "attributes", "{ many = 1 }").reason,
            "/images in d.h5 has no attribute 'many' that holds one value; expected 1");
}

TEST_F(Checks, shape_rank_rows) {
  passes("images", "shape", "['*', 3, 2]");
  passes("scalar", "shape", "[]");
  EXPECT_EQ(fails("images", "shape", "['*', 3, 3]").reason,
            "/images in d.h5 has the shape [2, 3, 2]; expected [*, 3, 3]");
  fails("images", "shape", "['*', 3]");
  fails("scalar", "shape", "['*']");
  fails("null", "shape", "[]");
  passes("images", "rank", "3");
  passes("scalar", "rank", "0");
  EXPECT_EQ(fails("images", "rank", "[1, 2]").failures[0].observed, whole(3));
  passes("scalar", "rows", "1");
  passes("long", "rows", "2147483658");
  EXPECT_EQ(fails("long", "rows", "'<= 2147483657'").failures[0].observed, whole(2147483658));
  EXPECT_EQ(tests::metric(check("images", "rows", "2"), "rows"), whole(2));
}

TEST_F(Checks, values) {
  passes("images", "values", "[0, 11]");
  const auto result = fails("images", "values", "[0, 9]");
  EXPECT_EQ(result.reason,
            "2 of 12 elements of /images in d.h5 are outside [0, 9]; the first is 10 at row 1, index [1, 2, 0]");
  EXPECT_EQ(result.failures[0].expected, Scalar{std::string("[0, 9]")});
  EXPECT_EQ(result.failures[0].offenders[1].index, (std::vector<std::uint64_t>{1, 2, 1}));
  EXPECT_EQ(fails("scalar", "values", "[0, 6]").reason, "1 of 1 element of /scalar in d.h5 is outside [0, 6]; it is 7");
  EXPECT_EQ(fails("images", "values", "{ in = [0, 8], unit = 'row', mostly = 0.75 }").reason,
            "1 of 2 rows of /images in d.h5 has an element that is outside [0, 8]; it is 9 at row 1, index [1, 1, 1]; "
            "0.5 of them "
            "pass, 0.75 have to");
  fails("ints", "values", "[0, 9007199254740992]");
  fails("reals", "values", "[-inf, inf]");
  passes("reals", "values", "{ in = [-inf, inf], mostly = 0.8 }");
  passes("colour", "values", "[0, 5]");
  fails("flag", "values", "0");
  fails("single", "values", "[0, 0.3]");
}

TEST_F(Checks, number_kinds) {
  EXPECT_EQ(fails("reals", "finite", "true").failures[0].unexpected, 2U);
  EXPECT_EQ(fails("reals", "no_nan", "true").failures[0].offenders[0].row, 1U);
  EXPECT_EQ(fails("reals", "no_inf", "true").failures[0].offenders[0].row, 2U);
  const auto whole_numbers = fails("reals", "whole", "true");
  EXPECT_EQ(whole_numbers.failures[0].unexpected, 3U);
  for (const char* key : {"finite", "no_nan", "no_inf", "whole"}) passes("ints", key, "true");
  passes("brain", "finite", "true");
}

TEST_F(Checks, sets) {
  passes("ints", "in_set", "[1, 2, 3, 9007199254740993]");
  EXPECT_EQ(fails("ints", "in_set", "[1, 2, 3, 9007199254740992]").failures[0].offenders[0].value,
            whole(9007199254740993));
  passes("single", "in_set", "[0.1, 0.2, 0.3]");
  fails("wide", "in_set", "[0.1]");
  passes("brain", "in_set", "[1, -2.5, 3.39e38]");
  passes("flag", "in_set", "[true, false]");
  EXPECT_EQ(fails("flag", "in_set", "[true]").failures[0].offenders[0].value, Scalar{false});
  passes("colour", "in_set", "[0, 1, 5]");
  fails("colour", "in_set", "[0, 1]");
  passes("text", "in_set", "['cat', 'dog', '']");
  EXPECT_EQ(fails("fixed", "in_set", "['cat', 'dog']").failures[0].unexpected, 2U);
  EXPECT_EQ(fails("text", "in_set", "['cat', 'dog']").reason,
            "1 of 4 elements of /text in d.h5 is not in ['cat', 'dog']; it is '' at row 3");
  passes("ints", "not_in_set", "[0, 4]");
  fails("ints", "not_in_set", "[3]");
  EXPECT_EQ(fails("reals", "not_in_set", "[5]").failures[0].offenders[0].row, 1U);
  passes("half", "not_in_set", "[1e9]");
}

TEST_F(Checks, aggregates) {
  passes("images", "mean", "5.5");
  EXPECT_EQ(fails("images", "mean", "[6, 7]").reason,
            "the mean of 12 elements of /images in d.h5 is 5.5; expected [6, 7]");
  passes("flag", "mean", "0.8");
  passes("flag", "sum", "4");
  passes("ints", "max", "9007199254740993");
  EXPECT_EQ(fails("ints", "max", "9007199254740992").failures[0].observed, whole(9007199254740993));
  passes("brain", "max", "3.3895313892515355e38");
  passes("half", "min", "5.9604644775390625e-08");
  passes("images", "min", "0");
  fails("images", "min", "[1, 9]");
  passes("images", "sum", "66");
  fails("images", "sum", "67");
  passes("wide", "std", "[7.07e-10, 7.08e-10]");
  fails("wide", "std", "0");
  passes("late", "std", "0");
}

TEST_F(Checks, aggregates_that_are_undefined_fail_and_say_why) {
  for (const char* key : {"mean", "sum", "std", "min", "max"}) {
    const auto result = fails("reals", key, "[-inf, inf]");
    EXPECT_THAT(result.reason, HasSubstr("1 of them is NaN"));
    EXPECT_TRUE(std::isnan(std::get<double>(tests::metric(result, key))));
  }
  const std::string no_nan = "missing = 'nan'";
  EXPECT_EQ(fails("reals", "mean", "[0, 9]", no_nan).failures[0].observed, Scalar{HUGE_VAL});
  EXPECT_THAT(fails("reals", "std", "[0, inf]", no_nan).reason, HasSubstr("1 of them is infinite"));
  EXPECT_THAT(fails("scalar", "std", "[0, inf]").reason, HasSubstr("two elements"));
  passes("reals", "min", "0", no_nan);
}

TEST_F(Checks, counts_and_shares) {
  passes("reals", "nan_count", "1");
  fails("reals", "nan_count", "0");
  passes("reals", "inf_count", "1");
  fails("reals", "inf_count", "0");
  passes("reals", "zero_share", "0.2");
  fails("reals", "zero_share", "0");
  passes("ints", "missing_share", "0.25", "missing = 3");
  EXPECT_EQ(fails("ints", "missing_share", "0", "missing = 3").failures[0].observed, Scalar{0.25});
  passes("text", "missing_share", "0.75", "missing = ['cat', '']");
  passes("late", "missing_share", "1", "missing = 1");
}

TEST_F(Checks, class_share) {
  passes("text", "class_share", "{ cat = 0.5, bird = 0, dog = [0.25, 1] }");
  passes("text", "class_share", "[0.25, 0.5]");
  const auto result = fails("text", "class_share", "{ bird = [0.01, 1] }");
  EXPECT_EQ(result.failures[0].observed, Scalar{0.0});
  EXPECT_EQ(result.reason, "class 'bird' has 0 of 4 elements of /text in d.h5, a share of 0; expected [0.01, 1]");
  EXPECT_EQ(fails("colour", "class_share", "[0.3, 1]").failures.size(), 2U);
  passes("colour", "class_share", "{ 0 = 0.5, 5 = 0.25, 9 = 0 }");
  passes("flag", "class_share", "{ true = 0.8, false = [0.2, 0.2] }");
  passes("images", "class_share", "{ 11 = [0.08, 0.09], 300 = 0 }");
  EXPECT_THAT(fails("reals", "class_share", "[0, 1]").reason, HasSubstr("NaN"));
  passes("reals", "class_share", "{ 0 = 0.25, '2.0' = 0.25 }", "missing = 'nan'");
}

TEST_F(Checks, max_class_ratio) {
  passes("labels", "max_class_ratio", "3");
  EXPECT_EQ(fails("labels", "max_class_ratio", "2.9").reason,
            "class 0 of /labels in d.h5 has 3 elements and class 1 has 1, 3 times as many; expected at most 2.9");
  passes("text", "max_class_ratio", "2");
  EXPECT_THAT(fails("reals", "max_class_ratio", "9").reason, HasSubstr("NaN"));
  passes("labels", "max_class_ratio", "1", "missing = 1");
}

TEST_F(Checks, no_data_fails_unless_allowed) {
  const std::string where = "where = 'late == 5'";
  for (const char* key : {"finite", "no_nan", "unique"}) {
    for (const char* dataset : {"empty", "thin", "null"})
      EXPECT_THAT(fails(dataset, key, "true").reason, HasSubstr("no data"));
    passes("empty", key, "{ in = true, allow_empty = true }");
  }
  for (const char* key :
       {"values", "mean", "std", "min", "sum", "zero_share", "nan_count", "missing_share", "class_share"}) {
    EXPECT_THAT(fails("empty", key, "[0, 1]").reason, HasSubstr("no data"));
    EXPECT_THAT(fails("ints", key, "[0, 1]", where).reason, HasSubstr("late == 5"));
    passes("empty", key, "{ in = [0, 1], allow_empty = true }");
    if (std::string(key) != "missing_share") {
      EXPECT_THAT(fails("late", key, "[0, 1]", "missing = 1").reason, HasSubstr("no data"));
    }
  }
  passes("empty", "rows", "0");
  passes("empty", "shape", "[0, 3]");
  passes("null", "dtype", "'float32'");
}

TEST_F(Checks, counts_stand_in_metrics_passed_or_failed) {
  for (const char* bound : {"[0, 11]", "[0, 5]"}) {
    const auto result = check("images", "values", bound, "missing = [3, 4]");
    EXPECT_EQ(tests::metric(result, "total"), whole(10));
    EXPECT_EQ(tests::metric(result, "missing"), whole(2));
    EXPECT_EQ(tests::metric(result, "unwritten"), whole(0));
    EXPECT_EQ(tests::metric(result, "unexpected"), whole(result.verdict == Verdict::kPassed ? 0 : 6));
  }
}

TEST_F(Checks, parts_of_a_table_are_members) {
  const auto made = tests::write_suite(folder_->path(),
                                       "[expect.a]\ndata = 'd.h5'\ndataset = 'table'\nrows = 2\n"
                                       "[expect.a.of.age]\nvalues = [0, 2]\n[expect.a.of.size]\nmean = 3\n");
  const auto results = tests::evaluate(made).at(0);
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].check, "rows");
  EXPECT_EQ(results[1].check, "age.values");
  EXPECT_EQ(results[1].verdict, Verdict::kFailed);
  EXPECT_EQ(results[2].check, "size.mean");
  EXPECT_EQ(results[2].verdict, Verdict::kPassed);
}

}  // namespace
}  // namespace assay::expect
