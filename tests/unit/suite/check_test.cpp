#include <assay/suite/check_catalogue.hpp>

#include "suite_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

template <class Argument>
Argument argument_of(const std::string& line) {
  const Check check = check_of(line);
  EXPECT_TRUE(std::holds_alternative<Argument>(check.argument)) << line;
  return std::holds_alternative<Argument>(check.argument) ? std::get<Argument>(check.argument) : Argument();
}

Bound between(std::int64_t low, std::int64_t high) { return {low, high, false, false}; }

TEST(Checks, EveryKeyOfTheSpecificationIsThere) {
  const std::set<std::string> expected = {"exists",        "dtype",
                                          "shape",         "rank",
                                          "rows",          "columns",
                                          "attributes",    "values",
                                          "in_set",        "not_in_set",
                                          "matches",       "length",
                                          "finite",        "no_nan",
                                          "no_inf",        "whole",
                                          "increasing",    "decreasing",
                                          "unique",        "min",
                                          "max",           "mean",
                                          "std",           "sum",
                                          "median",        "quantile",
                                          "missing_share", "zero_share",
                                          "nan_count",     "inf_count",
                                          "distinct",      "distinct_share",
                                          "class_share",   "max_class_ratio",
                                          "row_mean",      "row_std",
                                          "row_min",       "row_max",
                                          "row_sum",       "row_norm",
                                          "axis",          "outliers",
                                          "equals",        "less_than",
                                          "same_rows_as",  "subset_of",
                                          "correlation",   "disjoint_from",
                                          "drift",         "one_hot",
                                          "sums_to",       "below"};
  std::set<std::string> present;
  for (const auto& check : check_catalogue()) {
    EXPECT_TRUE(present.insert(std::string(check.key)).second) << check.key;
    EXPECT_FALSE(check.meaning.empty());
    EXPECT_EQ(find_check(check.key), &check);
  }
  EXPECT_EQ(present, expected);
  EXPECT_EQ(find_check("valeus"), nullptr);
}

TEST(Checks, PlainValues) {
  EXPECT_EQ(argument_of<bool>("exists = false"), false);
  EXPECT_EQ(argument_of<std::string>("dtype = 'bfloat16'"), "bfloat16");
  const auto shape = argument_of<ShapePattern>("shape = ['*', 28, 0]");
  EXPECT_THAT(shape.dimensions, ElementsAre(std::nullopt, 28U, 0U));
  EXPECT_EQ(shape.to_text(), "[*, 28, 0]");
  EXPECT_EQ(argument_of<ShapePattern>("shape = []").dimensions.size(), 0U);
  EXPECT_EQ(argument_of<Bound>("rank = 3"), between(3, 3));
  EXPECT_THAT(argument_of<NameList>("columns = ['id', 'full name']").names, ElementsAre("id", "full name"));
  EXPECT_THAT(argument_of<AttributeValues>("attributes = { unit = 'm', n = 3, in = 1 }").values,
              ElementsAre(testing::Pair("unit", base::Scalar(std::string("m"))),
                          testing::Pair("n", base::Scalar(std::int64_t{3})),
                          testing::Pair("in", base::Scalar(std::int64_t{1}))));
  EXPECT_THAT(
      argument_of<ValueSet>("in_set = [1, 0.5, true, '']").values,
      ElementsAre(base::Scalar(std::int64_t{1}), base::Scalar(0.5), base::Scalar(true), base::Scalar(std::string())));
  EXPECT_EQ(argument_of<std::string>("matches = '^img_[0-9]{4}$'"), "^img_[0-9]{4}$");
  EXPECT_EQ(argument_of<Monotony>("decreasing = 'weak'"), Monotony::kWeak);
  EXPECT_EQ(argument_of<UniqueKey>("unique = true").of.size(), 0U);
  EXPECT_EQ(std::get<double>(argument_of<base::Number>("max_class_ratio = 1.5")), 1.5);
  EXPECT_EQ(argument_of<RowSum>("sums_to = 1"), (RowSum{1, 0}));
  EXPECT_EQ(argument_of<ClassShares>("class_share = [0, 1]").every, between(0, 1));
  EXPECT_EQ(std::get<std::int64_t>(argument_of<base::Number>("below = 100")), 100);
  EXPECT_EQ(argument_of<DatasetReference>("below = 'size'").dataset, "size");
  EXPECT_EQ(argument_of<DatasetReference>("equals = 'y[:, 0]'").slices.size(), 2U);
}

TEST(Checks, TablesOfTheirOwn) {
  EXPECT_THAT(argument_of<UniqueKey>("unique = { of = ['a', 'b'], allow_empty = true }").of, ElementsAre("a", "b"));
  EXPECT_EQ(argument_of<OutlierRule>("outliers = { iqr = 3, mostly = 0.9 }").iqr, 3.0);
  EXPECT_THAT(argument_of<ClassShares>("class_share = { z = [0, 1], a = 1 }").listed,
              ElementsAre(testing::Pair("z", between(0, 1)), testing::Pair("a", between(1, 1))));
  EXPECT_THAT(argument_of<Quantiles>("quantile = { \"0.75\" = [3, 4], \"0\" = 1, allow_empty = true }").values,
              ElementsAre(testing::Pair(0.75, between(3, 4)), testing::Pair(0.0, between(1, 1))));
  const auto axis = argument_of<AxisAggregates>("axis = { axis = 1, std = [[0, 1], [0, 2]], mean = [0, 9] }");
  EXPECT_EQ(axis.axis, 1);
  EXPECT_THAT(axis.aggregates, ElementsAre(testing::Pair("std", ElementsAre(between(0, 1), between(0, 2))),
                                           testing::Pair("mean", ElementsAre(between(0, 9)))));
  const auto correlation = argument_of<Correlation>("correlation = { with = 'b', in = [-1, 1] }");
  EXPECT_EQ(correlation.with.dataset, "b");
  EXPECT_EQ(correlation.in, between(-1, 1));
  const auto drift = argument_of<DriftLimits>("drift = { from = 'old.h5', psi = 0.1, new_classes = 0 }");
  EXPECT_EQ(drift.from.data, "old.h5");
  EXPECT_EQ(drift.psi, 0.1);
  EXPECT_EQ(drift.new_classes, 0U);
  EXPECT_FALSE(drift.js);
  EXPECT_EQ(argument_of<DriftLimits>("drift = { from = { data = 'o.h5', dataset = 'y' }, ks = 1 }").from.dataset, "y");
  const auto other = argument_of<DatasetReference>("disjoint_from = { data = 't.h5', dataset = 'x', mostly = 0.9 }");
  EXPECT_EQ(other.data, "t.h5");
  EXPECT_EQ(other.dataset, "x");
  EXPECT_EQ(check_of("disjoint_from = { data = 't.h5', dataset = 'x', mostly = 0.9 }").mostly, 0.9);
}

TEST(Checks, TheTableFormOfAnyCheckTakesItsPlainValue) {
  const Check values = check_of("values = { in = [0, 1], mostly = 0.75, unit = 'row', allow_empty = true }");
  EXPECT_EQ(std::get<Bound>(values.argument), between(0, 1));
  EXPECT_EQ(values.mostly, 0.75);
  EXPECT_EQ(values.unit, Unit::kRow);
  EXPECT_TRUE(values.allow_empty);
  EXPECT_EQ(check_of("values = { mostly = 0.5, in = '< 9' }").mostly, 0.5);
  EXPECT_EQ(argument_of<bool>("whole = { in = true, mostly = 1 }"), true);
  EXPECT_EQ(argument_of<std::string>("matches = { in = '^a$', mostly = 0.5 }"), "^a$");
  EXPECT_EQ(argument_of<ValueSet>("in_set = { in = ['a'], mostly = 0.5 }").values.size(), 1U);
  EXPECT_EQ(argument_of<UniqueKey>("unique = { in = true, mostly = 0.5 }").of.size(), 0U);
  EXPECT_EQ(argument_of<DatasetReference>("subset_of = { in = 'key', mostly = 0.75 }").dataset, "key");
  EXPECT_EQ(argument_of<DatasetReference>("equals = { in = { data = 'o.h5', dataset = 'k' } }").data, "o.h5");
  EXPECT_EQ(argument_of<RowSum>("sums_to = { in = 1, tolerance = 1e-6 }"), (RowSum{1, 1e-6}));
  EXPECT_EQ(argument_of<RowSum>("sums_to = { tolerance = 1e-6, in = 1 }"), (RowSum{1, 1e-6}));
  EXPECT_EQ(argument_of<OutlierRule>("outliers = { in = { z = 6 }, mostly = 0.5 }").z, 6.0);
  EXPECT_EQ(argument_of<ClassShares>("class_share = { in = [0, 1], allow_empty = true }").every, between(0, 1));
  EXPECT_EQ(argument_of<ClassShares>("class_share = { in = { a = 1 } }").listed.size(), 1U);
  EXPECT_EQ(argument_of<Quantiles>("quantile = { in = { \"0.5\" = 1 } }").values.size(), 1U);
  EXPECT_EQ(argument_of<AttributeValues>("attributes = { in = { unit = 'm' } }").values.size(), 1U);
  EXPECT_EQ(argument_of<bool>("exists = { in = true }"), true);
}

TEST(Checks, EveryCheckIsReadInItsTableForm) {
  const std::vector<std::string> lines = {"rows = { in = 3 }",
                                          "dtype = { in = 'int8' }",
                                          "shape = { in = [] }",
                                          "columns = { in = ['a'] }",
                                          "increasing = { in = 'strict', mostly = 0.5 }",
                                          "max_class_ratio = { in = 2 }",
                                          "below = { in = 3, mostly = 0.5 }",
                                          "below = { in = 'size' }",
                                          "row_std = { in = [0, 1], mostly = 0.5 }",
                                          "drift = { in = { from = 'o.h5', js = 0 } }",
                                          "axis = { in = { axis = 0, min = 1 }, allow_empty = true }"};
  for (const auto& line : lines) {
    EXPECT_THAT(mistakes_of_check(line), IsEmpty()) << line;
  }
}

TEST(Checks, MistakesHaveTheirPlaceAndTheNearestKey) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"values = { in = [0, 1], mosty = 0.9 }", "4:25: unknown key `expect.a.values.mosty`; did you mean `mostly`?"},
      {"values = { in = [0, 1], mostly = 95 }", "4:34: `expect.a.values.mostly` must be a share from 0 to 1"},
      {"values = { in = [0, 1], mostly = nan }", "4:34: `expect.a.values.mostly` must be a share"},
      {"values = { in = [0, 1], mostly = -0.1 }", "4:34: `expect.a.values.mostly` must be a share"},
      {"values = { in = [0, 1], unit = 'rows' }", "4:32: `expect.a.values.unit` must be \"element\" or \"row\""},
      {"values = { mostly = 0.9 }", "4:10: `expect.a.values` needs the key `in`"},
      {"values = {}", "4:10: `expect.a.values` needs the key `in`"},
      {"values = { in = { in = [0, 1] } }", "4:17: `expect.a.values.in` must be a range"},
      {"mean = { in = [0, 1], mostly = 0.9 }",
       "4:23: unknown key `expect.a.mean.mostly`; known are `in`, `allow_empty`"},
      {"shape = { in = [1], allow_empty = true }", "4:21: unknown key `expect.a.shape.allow_empty`"},
      {"values = { in = [0, 1], allow_empty = 1 }", "4:39: `expect.a.values.allow_empty` must be true or false"},
      {"finite = 1", "4:10: `expect.a.finite` must be true, not the number 1"},
      {"finite = false", "4:10: `expect.a.finite` = false says nothing"},
      {"one_hot = false", "4:11: `expect.a.one_hot` = false says nothing"},
      {"unique = false", "4:10: `expect.a.unique` = false says nothing"},
      {"finite = { in = false }", "4:17: `expect.a.finite.in` = false says nothing"},
      {"dtype = 'float63'", "did you mean `float6"},
      {"shape = ['*', -1]",
       "4:15: entry 2 of `expect.a.shape` must be a whole number of at least 0, not the number -1"},
      {"shape = ['x']", "4:10: entry 1 of `expect.a.shape` must be \"*\""},
      {"shape = 3", "4:9: `expect.a.shape` must be a list of extents"},
      {"columns = []", "not an empty list"},
      {"in_set = []", "4:10: `expect.a.in_set` must be a list of at least one value, not an empty list"},
      {"in_set = [nan]", "4:11: entry 1 of `expect.a.in_set` is NaN, which equals nothing"},
      {"in_set = 3", "4:10: `expect.a.in_set` must be a list"},
      {"in_set = [[1]]", "4:11: entry 1 of `expect.a.in_set` must be a truth value, number or text, not a list of 1"},
      {"matches = 'a(b'", "4:11: `expect.a.matches`: \"a(b\" is no regular expression"},
      {"matches = '[z-a]'", "is no regular expression"},
      {"matches = ''", "must be a regular expression, not an empty text"},
      {"increasing = 'strictly'", "4:14: `expect.a.increasing` must be \"strict\" or \"weak\""},
      {"increasing = true", "4:14: `expect.a.increasing` must be \"strict\" or \"weak\", not the truth value true"},
      {"unique = { of = [] }", "not an empty list"},
      {"unique = {}", "4:10: `expect.a.unique` needs the key `of`"},
      {"quantile = { \"1.5\" = [0, 1] }", "4:14: `expect.a.quantile.1.5`: the key must be a number from 0 to 1"},
      {"quantile = { \"nan\" = [0, 1] }", "the key must be a number from 0 to 1"},
      {"quantile = {}", "4:12: `expect.a.quantile` needs a probability"},
      {"quantile = { allow_empty = true }", "`expect.a.quantile` needs a probability"},
      {"class_share = { a = [1, 0] }", "4:21: `expect.a.class_share.a`: the low end 1 lies above"},
      {"class_share = {}", "`expect.a.class_share` needs a class"},
      {"attributes = { a = [1] }", "4:20: `expect.a.attributes.a` must be a truth value, number or text"},
      {"max_class_ratio = 0.5", "4:19: `expect.a.max_class_ratio` must be a finite number of at least 1"},
      {"axis = { mean = [0, 1] }", "4:8: `expect.a.axis` needs the key `axis`"},
      {"axis = { axis = 1 }", "4:8: `expect.a.axis` needs an aggregate"},
      {"axis = { axis = 1, mena = [0, 1] }", "unknown key `expect.a.axis.mena`; did you mean `mean`?"},
      {"axis = { axis = 1, mean = [[0, 1], [1, 0]] }", "entry 2 of `expect.a.axis.mean`: the low end 1"},
      {"outliers = { z = 6, iqr = 3 }", "4:27: `expect.a.outliers` needs `z` or `iqr`, and not both"},
      {"outliers = {}", "`expect.a.outliers` needs `z` or `iqr`"},
      {"outliers = { z = 0 }", "4:18: `expect.a.outliers.z` must be a number above 0"},
      {"outliers = 6", "4:12: `expect.a.outliers` must be a table such as { z = 6 }"},
      {"equals = { data = 'o.h5' }", "4:10: `expect.a.equals` needs the key `dataset`"},
      {"equals = 3", "4:10: `expect.a.equals` must be the path of a dataset"},
      {"equals = 'x[::0]'", "4:10: `expect.a.equals`: the step of a selection must not be 0"},
      {"correlation = { with = 'b' }", "`expect.a.correlation` needs the key `in`"},
      {"drift = { from = 'o.h5' }", "4:9: `expect.a.drift` needs a limit such as `psi = 0.1`"},
      {"drift = { psi = 0.1 }", "4:9: `expect.a.drift` needs the key `from`"},
      {"drift = { from = 'o.h5', js = 1.5 }", "4:31: `expect.a.drift.js` must be a finite number from 0 to 1"},
      {"drift = { from = 'o.h5', psi = -1 }", "`expect.a.drift.psi` must be a finite number of at least 0"},
      {"sums_to = { in = 1, tolerance = -1 }", "4:33: `expect.a.sums_to.tolerance` must be a finite number"},
      {"sums_to = nan", "4:11: `expect.a.sums_to` must be a finite number"},
      {"below = nan", "4:9: `expect.a.below` must be a number or a dataset"},
      {"below = true", "4:9: `expect.a.below` must be a number or a dataset"},
  };
  for (const auto& [line, part] : wrong) {
    EXPECT_THAT(mistakes_of_check(line), ElementsAre(HasSubstr(part))) << line;
  }
}

TEST(Checks, HostilePatternsEndInAMistake) {
  EXPECT_THAT(mistakes_of_check("matches = '" + std::string(2000, 'a') + "'"),
              ElementsAre(HasSubstr("a pattern has at most 1000 characters, this one 2000")));
  EXPECT_THAT(mistakes_of_check("matches = '" + std::string(900, '(') + "'"),
              ElementsAre(HasSubstr("is no regular expression")));
  EXPECT_THAT(mistakes_of_check("matches = '(((a{999}){999}){999}){999}'"),
              ElementsAre(HasSubstr("is no regular expression")));
}

}  // namespace
}  // namespace assay::suite
