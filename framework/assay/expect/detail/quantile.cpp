#include <assay/expect/detail/element.hpp>
#include <assay/expect/detail/quantile.hpp>
#include <assay/expect/detail/wide_integer.hpp>

#include <cmath>
#include <variant>

namespace assay::expect::detail {

namespace {

constexpr int kWeightBits = 62;
constexpr int kUnit = -1074;
using Sum = WideInteger<36>;  // 2^-1074 * 2^-62 up to 2^1024

/// Adds `value * factor`, in units of 2^-1074.
void add_product(const base::Number& value, std::uint64_t factor, Sum& sum) {
  if (const auto* real = std::get_if<double>(&value)) {
    int exponent = 0;
    const double fraction = std::frexp(*real, &exponent);  // 53 bits and a power of two, also for subnormals
    const auto digits = static_cast<std::int64_t>(std::ldexp(fraction, 53));
    int shift = exponent - 53 - kUnit;
    auto product = static_cast<Int128>(digits) * static_cast<Int128>(factor);
    // The lowest digits of a subnormal are zeros: nothing is lost.
    for (; shift < 0; ++shift) product /= 2;
    sum.add_shifted(product, static_cast<unsigned>(shift));
    return;
  }
  const Int128 whole = std::holds_alternative<std::uint64_t>(value)
                           ? static_cast<Int128>(std::get<std::uint64_t>(value))
                           : static_cast<Int128>(std::get<std::int64_t>(value));
  sum.add_shifted(whole * static_cast<Int128>(factor), static_cast<unsigned>(-kUnit));
}

bool is_infinite(const base::Number& value) {
  const auto* real = std::get_if<double>(&value);
  return real != nullptr && std::isinf(*real);
}

/// The sum as int64 or uint64, if it is one.
std::optional<base::Number> whole(const BigNumber& sum) {
  constexpr std::size_t kShift = kWeightBits - kUnit;
  for (std::size_t bit = 0; bit < kShift; ++bit) {
    if (bit / 64 < sum.limbs.size() && ((sum.limbs[bit / 64] >> (bit % 64)) & 1U) != 0) return std::nullopt;
  }
  if (bit_length(sum.limbs) > kShift + 64) return std::nullopt;
  std::uint64_t magnitude = 0;
  for (std::size_t bit = 0; bit < 64; ++bit) {
    const std::size_t place = kShift + bit;
    if (place / 64 < sum.limbs.size()) magnitude |= ((sum.limbs[place / 64] >> (place % 64)) & 1U) << bit;
  }
  if (!sum.negative) return to_number(magnitude);
  if (magnitude > std::uint64_t{1} << 63U) return std::nullopt;
  return base::Number{static_cast<std::int64_t>(std::uint64_t{0} - magnitude)};
}

}  // namespace

QuantilePlace quantile_place(double probability, std::uint64_t count) noexcept {
  const std::uint64_t last = count - 1;
  const double place = static_cast<double>(last) * probability;
  const double floor = std::floor(place);
  QuantilePlace result;
  result.low = floor >= static_cast<double>(last) ? last : static_cast<std::uint64_t>(floor);
  result.high = result.low < last ? result.low + 1 : last;
  result.weight = static_cast<std::uint64_t>(std::ldexp(place - floor, kWeightBits));
  return result;
}

std::optional<base::Number> interpolate(const base::Number& low, const base::Number& high, std::uint64_t weight) {
  if (weight == 0 || base::compare(low, high) == base::Order::kEqual) return low;
  if (is_infinite(low) || is_infinite(high)) {
    if (is_infinite(low) && is_infinite(high)) return std::nullopt;
    return is_infinite(low) ? low : high;
  }
  Sum sum;
  add_product(low, (std::uint64_t{1} << kWeightBits) - weight, sum);
  add_product(high, weight, sum);
  const BigNumber exact = sum.number();
  const double magnitude = nearest_double(exact.limbs, kUnit - kWeightBits);
  if (!std::holds_alternative<double>(low) && magnitude >= 0x1p53) {
    if (const auto number = whole(exact)) return number;
  }
  return exact.negative ? -magnitude : magnitude;
}

}  // namespace assay::expect::detail
