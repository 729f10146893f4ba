#include <assay/expect/detail/moment_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <utility>
#include <vector>

namespace assay::expect::detail {

namespace {

constexpr std::size_t kDigits = 16;  ///< of a limb

bool less(const std::vector<std::uint64_t>& left, const std::vector<std::uint64_t>& right) {
  if (left.size() != right.size()) return left.size() < right.size();
  return std::lexicographical_compare(left.rbegin(), left.rend(), right.rbegin(), right.rend());
}

}  // namespace

std::string to_hex(const BigNumber& number) {
  if (number.limbs.empty()) return "0";
  std::string text = fmt::format("{}{:x}", number.negative ? "-" : "", number.limbs.back());
  for (std::size_t i = number.limbs.size() - 1; i > 0; --i) text += fmt::format("{:016x}", number.limbs[i - 1]);
  return text;
}

std::optional<BigNumber> big_number(std::string_view hex) {
  constexpr std::size_t kMostDigits = 4096;
  BigNumber number;
  number.negative = hex.starts_with('-');
  if (number.negative) hex.remove_prefix(1);
  if (hex.empty() || hex.size() > kMostDigits) return std::nullopt;
  while (!hex.empty()) {
    const std::size_t taken = std::min(kDigits, hex.size());
    const std::string_view digits = hex.substr(hex.size() - taken);
    std::uint64_t limb = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), limb, 16);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    number.limbs.push_back(limb);
    hex.remove_suffix(taken);
  }
  while (!number.limbs.empty() && number.limbs.back() == 0) number.limbs.pop_back();
  number.negative = number.negative && !number.limbs.empty();
  return number;
}

BigNumber sum_of(const BigNumber& left, const BigNumber& right) {
  BigNumber sum;
  if (left.negative != right.negative) {
    const bool smaller = less(left.limbs, right.limbs);
    const BigNumber& larger = smaller ? right : left;
    sum.limbs = subtract(larger.limbs, (smaller ? left : right).limbs);
    sum.negative = larger.negative;
  } else {
    sum.negative = left.negative;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < std::max(left.limbs.size(), right.limbs.size()) || carry != 0; ++i) {
      Unsigned128 limb = carry;
      if (i < left.limbs.size()) limb += left.limbs[i];
      if (i < right.limbs.size()) limb += right.limbs[i];
      sum.limbs.push_back(static_cast<std::uint64_t>(limb));
      carry = static_cast<std::uint64_t>(limb >> 64U);
    }
  }
  while (!sum.limbs.empty() && sum.limbs.back() == 0) sum.limbs.pop_back();
  sum.negative = sum.negative && !sum.limbs.empty();
  return sum;
}

}  // namespace assay::expect::detail
