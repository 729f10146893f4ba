#pragma once

#include <assay/config/type.hpp>
#include <assay/suite/bound.hpp>

#include <optional>
#include <string_view>

namespace assay::suite::detail {

/// A bound as a suite file writes it: `[lo, hi]`, a number, or a text such as `">= 1000"`; integers beyond 64 signed
/// bits as text. Mistakes: NaN, lo above hi, not two ends, a bound that nothing can keep (`"> inf"`).
[[nodiscard]] config::Type<Bound> bound_type();

/// An integer or decimal number that is the whole text; none when it is no number or an integer beyond 64 bits.
/// `inf` and `-inf` are numbers, `nan` is not.
[[nodiscard]] std::optional<base::Number> parse_number(std::string_view text);

}  // namespace assay::suite::detail
