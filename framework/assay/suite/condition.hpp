#pragma once

#include <assay/base/scalar.hpp>
#include <assay/suite/dataset_reference.hpp>

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assay::suite {

/// A `where` condition: comparisons of a dataset of the same data with a literal, joined by `not`, `and`, `or`.
/// Three-valued: a comparison with a missing value is unknown, and only rows whose condition is true are kept.
struct Condition {
  enum class Kind { kComparison, kNot, kAnd, kOr };
  enum class Operator { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual };

  Kind kind = Kind::kComparison;
  std::string dataset;        ///< of `kComparison`: HDF5 path, may name a compound member
  std::vector<Slice> slices;  ///< the part of it; empty: all
  Operator op = Operator::kEqual;
  base::Scalar literal;             ///< of `kComparison`: number, text or truth value
  std::vector<Condition> operands;  ///< one for `kNot`, two or more for `kAnd` and `kOr`

  friend bool operator==(const Condition&, const Condition&) = default;
};

/// What is wrong with a condition and at which character of it (from 0).
struct ConditionError {
  std::string message;
  std::size_t position = 0;
};

/// Reads `k > 0 and not (split == 'val' or flag == true)`; `not` binds before `and`, `and` before `or`.
[[nodiscard]] tl::expected<Condition, ConditionError> parse_condition(std::string_view text);

}  // namespace assay::suite
