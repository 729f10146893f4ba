#pragma once

#include <assay/expect/detail/wide_integer.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace assay::expect::detail {

/// The whole number in hexadecimal digits, as `-1f3a`; `0` for zero.
[[nodiscard]] std::string to_hex(const BigNumber& number);
/// The reverse; none for text that is no such number or has more than 4096 digits.
[[nodiscard]] std::optional<BigNumber> big_number(std::string_view hex);
[[nodiscard]] BigNumber sum_of(const BigNumber& left, const BigNumber& right);

}  // namespace assay::expect::detail
