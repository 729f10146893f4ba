#pragma once

#include <assay/base/check_result.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace assay::expect::detail {

/// `[3, 28, 28]`; `[]` for a scalar.
[[nodiscard]] std::string shape_text(std::span<const std::uint64_t> dimensions);

/// `1 row`, `3 rows`.
[[nodiscard]] std::string count_text(std::uint64_t count, std::string_view singular);

/// `row 5, index [5, 12, 7]`; `row 5` when the index says no more; empty for a scalar.
[[nodiscard]] std::string position_text(const base::Offender& offender);

/// The value as it stands in a sentence: text in quotes and safe to print, cut when long.
[[nodiscard]] std::string value_text(const base::Scalar& value);

/// `[1, 2, 'a']`, cut after a dozen.
[[nodiscard]] std::string list_text(std::span<const base::Scalar> values);

/// A share with up to six digits, never rounded to 0 or 1.
[[nodiscard]] std::string share_text(double share);

}  // namespace assay::expect::detail
