#include <assay/expect/detail/wide_integer.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace assay::expect::detail {

std::vector<std::uint64_t> multiply(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right) {
  std::vector<std::uint64_t> product(left.size() + right.size(), 0);
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < right.size(); ++j) {
      const Unsigned128 sum = static_cast<Unsigned128>(left[i]) * right[j] + product[i + j] + carry;
      product[i + j] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64U);
    }
    product[i + right.size()] = carry;
  }
  while (!product.empty() && product.back() == 0) product.pop_back();
  return product;
}

std::vector<std::uint64_t> subtract(std::vector<std::uint64_t> left, std::span<const std::uint64_t> right) {
  bool borrow = false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const std::uint64_t taken = i < right.size() ? right[i] : 0;
    const std::uint64_t before = left[i];
    left[i] = before - taken - (borrow ? 1U : 0U);
    borrow = borrow ? before <= taken : before < taken;
  }
  while (!left.empty() && left.back() == 0) left.pop_back();
  return left;
}

std::uint64_t divide(std::vector<std::uint64_t>& limbs, std::uint64_t divisor) {
  std::uint64_t remainder = 0;
  for (auto limb = limbs.rbegin(); limb != limbs.rend(); ++limb) {
    const Unsigned128 value = (static_cast<Unsigned128>(remainder) << 64U) | *limb;
    *limb = static_cast<std::uint64_t>(value / divisor);
    remainder = static_cast<std::uint64_t>(value % divisor);
  }
  while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
  return remainder;
}

std::size_t bit_length(std::span<const std::uint64_t> limbs) noexcept {
  for (std::size_t i = limbs.size(); i > 0; --i) {
    if (limbs[i - 1] != 0) return 64 * i - static_cast<std::size_t>(std::countl_zero(limbs[i - 1]));
  }
  return 0;
}

namespace {

bool bit_at(std::span<const std::uint64_t> limbs, std::size_t bit) noexcept {
  return ((limbs[bit / 64] >> (bit % 64)) & 1U) != 0;
}

bool any_below(std::span<const std::uint64_t> limbs, std::size_t bit) noexcept {
  for (std::size_t i = 0; i < bit / 64; ++i) {
    if (limbs[i] != 0) return true;
  }
  return bit % 64 != 0 && (limbs[bit / 64] << (64 - bit % 64)) != 0;
}

}  // namespace

double nearest_double(std::span<const std::uint64_t> limbs, int exponent, bool more) {
  const auto length = static_cast<std::int64_t>(bit_length(limbs));
  if (length == 0) return 0.0;
  constexpr std::int64_t kDigits = 53;
  constexpr std::int64_t kSmallestExponent = -1074;
  // Subnormals hold fewer digits: what lies below 2^-1074 is rounded away as well.
  const std::int64_t dropped = std::max(length - kDigits, kSmallestExponent - exponent);
  std::uint64_t kept = 0;
  for (std::int64_t bit = length - 1; bit >= std::max<std::int64_t>(dropped, 0); --bit) {
    kept = (kept << 1U) | (bit_at(limbs, static_cast<std::size_t>(bit)) ? 1U : 0U);
  }
  if (dropped > length) return 0.0;
  if (dropped <= 0) return std::ldexp(static_cast<double>(kept), exponent);
  const auto half = static_cast<std::size_t>(dropped - 1);
  const bool tie_or_more = bit_at(limbs, half);
  const bool above_tie = more || any_below(limbs, half);
  if (tie_or_more && (above_tie || (kept & 1U) != 0)) ++kept;
  return std::ldexp(static_cast<double>(kept), exponent + static_cast<int>(dropped));
}

}  // namespace assay::expect::detail
