#include <assay/expect/detail/moments.hpp>

#include <array>
#include <cmath>
#include <limits>

namespace assay::expect::detail {

namespace {

double signed_double(const BigNumber& number, int exponent, bool more = false) {
  const double magnitude = nearest_double(number.limbs, exponent, more);
  return number.negative ? -magnitude : magnitude;
}

/// The number as int64 or uint64; none when it fits neither.
std::optional<base::Number> whole_number(const BigNumber& number) {
  if (number.limbs.size() > 1) return std::nullopt;
  const std::uint64_t magnitude = number.limbs.empty() ? 0 : number.limbs[0];
  constexpr std::uint64_t kTop = std::uint64_t{1} << 63U;
  if (!number.negative) return to_number(magnitude);
  if (magnitude > kTop) return std::nullopt;
  return base::Number{static_cast<std::int64_t>(std::uint64_t{0} - magnitude)};
}

}  // namespace

base::Number sum_of(const MomentSums& sums) {
  if (sums.whole_numbers) {
    if (const auto whole = whole_number(sums.sum)) return *whole;
  }
  return signed_double(sums.sum, sums.unit);
}

base::Number mean_of(const MomentSums& sums, std::uint64_t count) {
  if (sums.whole_numbers) {
    BigNumber quotient = sums.sum;
    const bool exact = divide(quotient.limbs, count) == 0;
    constexpr std::size_t kExactInDouble = 53;
    if (exact && bit_length(quotient.limbs) > kExactInDouble) {
      if (const auto whole = whole_number(quotient)) return *whole;
    }
  }
  // 128 more bits below: the quotient then holds all digits of a double, and the remainder says if it was cut.
  BigNumber widened{sums.sum.negative, {0, 0}};
  widened.limbs.insert(widened.limbs.end(), sums.sum.limbs.begin(), sums.sum.limbs.end());
  const bool cut = divide(widened.limbs, count) != 0;
  return signed_double(widened, sums.unit - 128, cut);
}

double norm_of(const MomentSums& sums) {
  auto length = static_cast<int>(bit_length(sums.squares.limbs));
  if (length == 0) return 0.0;
  // As a number in [0.25, 1) times an even power of two, so that no step leaves the range of double.
  length += length % 2;
  return std::ldexp(std::sqrt(nearest_double(sums.squares.limbs, -length)), (length + 2 * sums.unit) / 2);
}

std::optional<double> deviation_of(const MomentSums& sums, std::uint64_t count) {
  if (count < 2) return std::nullopt;
  const std::array<std::uint64_t, 1> n = {count};
  const std::vector<std::uint64_t> square_of_sum = multiply(sums.sum.limbs, sums.sum.limbs);
  const std::vector<std::uint64_t> difference = subtract(multiply(sums.squares.limbs, n), square_of_sum);
  const auto length = static_cast<int>(bit_length(difference));
  if (length == 0) return 0.0;
  // As a number in [0.5, 1) times 2^length, so that neither square nor quotient leaves the range of double.
  const double fraction = nearest_double(difference, -length);
  int exponent = length + 2 * sums.unit;
  double variance = fraction / static_cast<double>(count) / static_cast<double>(count - 1);
  if (exponent % 2 != 0) {
    variance *= 2;
    --exponent;
  }
  return std::ldexp(std::sqrt(variance), exponent / 2);
}

}  // namespace assay::expect::detail
