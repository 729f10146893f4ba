#pragma once

#include <assay/base/place.hpp>
#include <assay/base/scalar.hpp>
#include <assay/suite/bound.hpp>
#include <assay/suite/dataset_reference.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace assay::suite {

/// What counts for `mostly` and for the counts of a failure.
enum class Unit { kElement, kRow };

/// `shape`: one entry a dimension, none for `"*"`.
struct ShapePattern {
  std::vector<std::optional<std::uint64_t>> dimensions;
  [[nodiscard]] std::string to_text() const;
  friend bool operator==(const ShapePattern&, const ShapePattern&) = default;
};

/// `in_set`, `not_in_set`: the literals in the order written.
struct ValueSet {
  std::vector<base::Scalar> values;
  friend bool operator==(const ValueSet&, const ValueSet&) = default;
};

/// `columns`: the members of a compound type, all, in order.
struct NameList {
  std::vector<std::string> names;
  friend bool operator==(const NameList&, const NameList&) = default;
};

/// `attributes`: names with the value each must have.
struct AttributeValues {
  std::vector<std::pair<std::string, base::Scalar>> values;
  friend bool operator==(const AttributeValues&, const AttributeValues&) = default;
};

/// `increasing`, `decreasing`.
enum class Monotony { kStrict, kWeak };

/// `unique`: of whole rows, or of a key made of several datasets or members.
struct UniqueKey {
  std::vector<std::string> of;  ///< empty: the row itself
  friend bool operator==(const UniqueKey&, const UniqueKey&) = default;
};

/// `class_share`: one bound for every class that occurs, or one for each listed class (number, truth value or text).
struct ClassShares {
  std::optional<Bound> every;
  std::vector<std::pair<std::string, Bound>> listed;  ///< class as its TOML key writes it
  friend bool operator==(const ClassShares&, const ClassShares&) = default;
};

/// `quantile`: probability in [0, 1] and the bound its value must keep.
struct Quantiles {
  std::vector<std::pair<double, Bound>> values;
  friend bool operator==(const Quantiles&, const Quantiles&) = default;
};

/// `axis`: aggregates along one axis; one bound for all positions, or one each.
struct AxisAggregates {
  std::int64_t axis = 0;
  std::vector<std::pair<std::string, std::vector<Bound>>> aggregates;
  friend bool operator==(const AxisAggregates&, const AxisAggregates&) = default;
};

/// `outliers`: exactly one of the two rules.
struct OutlierRule {
  std::optional<double> z;
  std::optional<double> iqr;
  friend bool operator==(const OutlierRule&, const OutlierRule&) = default;
};

/// `correlation`.
struct Correlation {
  DatasetReference with;
  Bound in;
  friend bool operator==(const Correlation&, const Correlation&) = default;
};

/// `sums_to`.
struct RowSum {
  double sum = 0;
  double tolerance = 0;
  friend bool operator==(const RowSum&, const RowSum&) = default;
};

/// `drift`: limits that are asked for; each is the largest value that passes (`chi2_p`: the smallest).
struct DriftLimits {
  DatasetReference from;  ///< `data` names data or a stored profile
  std::optional<double> psi;
  std::optional<double> js;
  std::optional<double> ks;
  std::optional<double> chi2_p;
  std::optional<double> wasserstein;
  std::optional<std::uint64_t> new_classes;
  friend bool operator==(const DriftLimits&, const DriftLimits&) = default;
};

/// The plain value of a check. Which alternative a key takes stands in `check_catalogue.hpp`.
/// `bool`: a flag; `std::string`: dtype or pattern; `base::Number`: one number (`max_class_ratio`, `below`).
using CheckArgument = std::variant<bool, Bound, std::string, base::Number, ShapePattern, ValueSet, NameList,
                                   AttributeValues, Monotony, UniqueKey, ClassShares, Quantiles, AxisAggregates,
                                   OutlierRule, DatasetReference, Correlation, RowSum, DriftLimits>;

/// One check of an `expect` case: key, plain value, options.
struct Check {
  std::string key;
  base::Place place;
  CheckArgument argument;
  double mostly = 1;  ///< 0..1; passes when (n - bad) / n >= mostly in double
  Unit unit = Unit::kElement;
  bool allow_empty = false;  ///< no data is then a pass

  friend bool operator==(const Check&, const Check&) = default;
};

}  // namespace assay::suite
