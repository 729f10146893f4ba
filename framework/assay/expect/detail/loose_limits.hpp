#pragma once

#include <assay/base/scalar.hpp>
#include <assay/expect/detail/column_profile.hpp>

#include <optional>
#include <string>

namespace assay::expect::detail {

/// `[lo, hi]` as a suite writes it, around two numbers, with as few digits as keep each end within `slack` of its
/// place, always on the far side.
[[nodiscard]] std::string loose_range(double low, double high, double slack);

/// The range of a column's values, a tenth wider on each side; whole numbers outwards, and never past 0 nor past the
/// ends of the type. None where the range has no width or an end that is not finite.
[[nodiscard]] std::optional<std::string> loose_values(const ColumnProfile& column);

/// Mean within a quarter of a standard deviation. None where there is no deviation, or so small a one that the mean
/// cannot be told from its neighbours.
[[nodiscard]] std::optional<std::string> loose_mean(const ColumnProfile& column);

/// Half to twice the standard deviation.
[[nodiscard]] std::optional<std::string> loose_deviation(const ColumnProfile& column);

/// A share: half to twice, and a hundredth more on each side, within [0, 1].
[[nodiscard]] std::string loose_share(double share);

/// The number as a bound of a suite writes it: whole numbers beyond TOML's range as text.
[[nodiscard]] std::string bound_text(const base::Number& number);

}  // namespace assay::expect::detail
