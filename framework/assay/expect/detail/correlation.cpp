#include <assay/expect/detail/correlation.hpp>
#include <assay/expect/detail/pair_relation.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace assay::expect::detail {

namespace {

constexpr int kUnit = -1074;
constexpr int kDigits = 64;  // of a long double that holds a double or a whole number of 64 bits

/// A number as `magnitude * 2^(shift + kUnit)`.
struct Digits {
  std::uint64_t magnitude;
  unsigned shift;
  bool negative;
};

Digits digits_of(long double value) noexcept {
  if (value == 0) return {0, 0, false};
  int exponent = 0;
  const long double fraction = std::frexp(std::abs(value), &exponent);
  auto magnitude = static_cast<std::uint64_t>(std::ldexp(fraction, kDigits));
  int shift = exponent - kDigits - kUnit;
  if (shift < 0) {
    magnitude >>= static_cast<unsigned>(-shift);  // the lowest digits of a small double are zeros
    shift = 0;
  }
  return {magnitude, static_cast<unsigned>(shift), std::signbit(value)};
}

void add_product(const Digits& left, const Digits& right, ChunkedSum<70>& sum) noexcept {
  sum.add(static_cast<Unsigned128>(left.magnitude) * right.magnitude, left.shift + right.shift,
          left.negative != right.negative);
}

void add_pair(long double x, long double y, PairSums& sums) noexcept {
  const Digits left = digits_of(x);
  const Digits right = digits_of(y);
  sums.x.add(left.magnitude, left.shift, left.negative);
  sums.y.add(right.magnitude, right.shift, right.negative);
  add_product(left, left, sums.xx);
  add_product(right, right, sums.yy);
  add_product(left, right, sums.xy);
}

/// `count * product - left * right`, which decides sign and size of variance and covariance.
BigNumber centred(std::uint64_t count, const BigNumber& product, const BigNumber& left, const BigNumber& right) {
  const std::array<std::uint64_t, 1> n = {count};
  const std::vector<std::uint64_t> first = multiply(product.limbs, n);
  const std::vector<std::uint64_t> second = multiply(left.limbs, right.limbs);
  const bool second_negative = left.negative != right.negative;
  const auto less = [](const std::vector<std::uint64_t>& one, const std::vector<std::uint64_t>& other) {
    if (one.size() != other.size()) return one.size() < other.size();
    return std::lexicographical_compare(one.rbegin(), one.rend(), other.rbegin(), other.rend());
  };
  if (product.negative != second_negative) {
    // The two have unlike signs: their magnitudes add up.
    std::vector<std::uint64_t> sum(std::max(first.size(), second.size()) + 1, 0);
    Unsigned128 carry = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      carry += (i < first.size() ? first[i] : 0U);
      carry += (i < second.size() ? second[i] : 0U);
      sum[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64U;
    }
    while (!sum.empty() && sum.back() == 0) sum.pop_back();
    return {first.empty() ? !second_negative : product.negative, std::move(sum)};
  }
  if (less(first, second)) return {!product.negative, subtract(second, first)};
  return {product.negative, subtract(first, second)};
}

}  // namespace

void CorrelationState::add(CorrelationState&& later) {
  if (sums == nullptr) {
    sums = std::move(later.sums);
  } else if (later.sums != nullptr) {
    sums->x.add(later.sums->x);
    sums->y.add(later.sums->y);
    sums->xx.add(later.sums->xx);
    sums->yy.add(later.sums->yy);
    sums->xy.add(later.sums->xy);
  }
  pairs += later.pairs;
  nans += later.nans;
  infinities += later.infinities;
  left_out += later.left_out;
  unwritten += later.unwritten;
  valueless += later.valueless;
}

CorrelationState CorrelationSums::measure(const BlockView& block) const {
  CorrelationState found;
  const JudgedPairs pairs = partner_.pairs(block);
  found.left_out = pairs.left_out;
  found.unwritten = pairs.unwritten;
  found.valueless = pairs.valueless;
  found.sums = std::make_unique<PairSums>();
  constexpr std::size_t kTile = 1024;
  std::array<long double, kTile> left{};
  std::array<long double, kTile> right{};
  for (std::size_t begin = 0; begin < pairs.judged.size(); begin += kTile) {
    const std::size_t count = std::min(kTile, pairs.judged.size() - begin);
    widen(block.elements, begin, std::span(left).first(count));
    widen(partner_.elements(block), begin, std::span(right).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      if (pairs.judged[begin + i] == 0) continue;
      ++found.pairs;
      if (std::isnan(left[i]) || std::isnan(right[i])) {
        ++found.nans;
      } else if (std::isinf(left[i]) || std::isinf(right[i])) {
        ++found.infinities;
      } else {
        add_pair(left[i], right[i], *found.sums);
      }
    }
  }
  return found;
}

std::optional<double> correlation_of(const PairSums& sums, std::uint64_t pairs) {
  const BigNumber x = sums.x.number();
  const BigNumber y = sums.y.number();
  const BigNumber variance_x = centred(pairs, sums.xx.number(), x, x);
  const BigNumber variance_y = centred(pairs, sums.yy.number(), y, y);
  if (variance_x.limbs.empty() || variance_y.limbs.empty()) return std::nullopt;
  const BigNumber covariance = centred(pairs, sums.xy.number(), x, y);
  // r^2 as a quotient of two exact numbers: a root halves what their rounding leaves.
  const std::vector<std::uint64_t> shared = multiply(covariance.limbs, covariance.limbs);
  const std::vector<std::uint64_t> all = multiply(variance_x.limbs, variance_y.limbs);
  if (shared == all) return covariance.negative ? -1.0 : 1.0;
  const auto shared_length = static_cast<int>(bit_length(shared));
  const auto all_length = static_cast<int>(bit_length(all));
  double square = nearest_double(shared, -shared_length) / nearest_double(all, -all_length);
  int exponent = shared_length - all_length;
  if (exponent % 2 != 0) {
    square *= 2;
    --exponent;
  }
  const double size = std::min(std::ldexp(std::sqrt(square), exponent / 2), 1.0);
  return covariance.negative ? -size : size;
}

}  // namespace assay::expect::detail
