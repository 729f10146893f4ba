#pragma once

#include <assay/base/scalar.hpp>
#include <assay/expect/detail/moments.hpp>
#include <assay/expect/detail/text_sample.hpp>
#include <assay/expect/detail/value_counts.hpp>

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// What the elements of a column are, as far as a profile is concerned.
enum class ColumnKind {
  kWhole,
  kReal,
  kNamed,  ///< truth values and enums: each value is a class
  kText,
  kOther,  ///< only its structure is known
};

/// What a profile knows of one dataset, one member of a compound dataset, or one feature of a table. Parts of a whole
/// add up to it to the bit; nothing but `values` and `texts` is bounded, see there.
struct ColumnProfile {
  std::string path;  ///< with a leading slash; `/table.age` for a member, `/x[:, 3]` for a feature
  std::string part;  ///< how the path ends where it names a part, as `[:, 3]`
  std::string type;  ///< word of SPEC section 2
  ColumnKind kind = ColumnKind::kOther;
  std::string note;         ///< why the values are not known; empty when they are
  bool unreadable = false;  ///< the note tells of broken data
  bool scalar = false;
  std::vector<std::uint64_t> row_shape;  ///< dimensions after the first
  std::uint64_t rows = 0;
  std::uint64_t elements = 0;
  std::uint64_t unwritten = 0;  ///< never written; they count with their fill value
  std::uint64_t valueless = 0;  ///< of those, without a fill value: they count as 0, and checks refuse them
  // Of numbers:
  std::uint64_t nans = 0;
  std::uint64_t positive_infinities = 0;
  std::uint64_t negative_infinities = 0;
  std::uint64_t zeros = 0;
  std::optional<base::Number> smallest;  ///< without NaN
  std::optional<base::Number> largest;
  MomentSums sums;                                          ///< of the finite ones, exact
  ValueCounts values;                                       ///< of the finite ones
  std::vector<std::pair<std::string, base::Number>> names;  ///< of an enum
  // Of texts:
  TextSample texts;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> lengths;  ///< shortest and longest, in characters

  [[nodiscard]] bool is_number() const noexcept { return kind != ColumnKind::kText && kind != ColumnKind::kOther; }
  [[nodiscard]] std::uint64_t infinities() const noexcept { return positive_infinities + negative_infinities; }
  [[nodiscard]] std::uint64_t finite() const noexcept { return is_number() ? elements - nans - infinities() : 0; }
  /// Elements that are there: not NaN.
  [[nodiscard]] std::uint64_t present() const noexcept { return elements - nans; }
  /// NaN over all elements; 0 of nothing.
  [[nodiscard]] double missing_share() const noexcept;
  /// Of the finite ones, rounded once; none without any.
  [[nodiscard]] std::optional<base::Number> mean() const;
  /// With n - 1, of the finite ones; none for fewer than two.
  [[nodiscard]] std::optional<double> deviation() const;
  /// How many different elements there are, NaN as one; none when it is not known exactly.
  [[nodiscard]] std::optional<std::uint64_t> distinct() const;
};

/// `whole`, `real`, `named`, `text`, `other`.
[[nodiscard]] std::string_view to_text(ColumnKind kind) noexcept;

/// Adds what is known of a later part of the same column, or says why they are no parts of one: another type or shape.
[[nodiscard]] tl::expected<void, std::string> merge(ColumnProfile& column, const ColumnProfile& later);

}  // namespace assay::expect::detail
