#include <assay/expect/detail/float_format.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace assay::expect::detail {

namespace {

struct Precision {
  int digits;             ///< of the significand, with the hidden one
  int smallest_exponent;  ///< of normal numbers
  double largest;
};

Precision precision_of(FloatFormat format) noexcept {
  switch (format) {
    case FloatFormat::kHalf:
      return {11, -14, 65504.0};
    case FloatFormat::kBrain:
      return {8, -126, 0x1.FEp127};
    case FloatFormat::kSingle:
      return {24, -126, static_cast<double>(std::numeric_limits<float>::max())};
    case FloatFormat::kDouble:
      break;
  }
  return {53, -1022, std::numeric_limits<double>::max()};
}

}  // namespace

std::optional<double> round_to_format(double value, FloatFormat format) noexcept {
  if (format == FloatFormat::kDouble || value == 0 || !std::isfinite(value)) return value;
  const Precision precision = precision_of(format);
  const int lowest_bit = std::max(std::ilogb(value), precision.smallest_exponent) - (precision.digits - 1);
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -lowest_bit)), lowest_bit);
  if (std::abs(rounded) > precision.largest) return std::nullopt;
  return rounded;
}

float half_to_float(std::uint16_t bits) noexcept {
  const std::uint32_t sign = (bits & 0x8000U) << 16U;
  const std::uint32_t exponent = (bits >> 10U) & 0x1FU;
  const std::uint32_t fraction = bits & 0x3FFU;
  if (exponent == 0x1F) return std::bit_cast<float>(sign | 0x7F800000U | (fraction << 13U));
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -magnitude : magnitude;
  }
  return std::bit_cast<float>(sign | ((exponent + 112U) << 23U) | (fraction << 13U));
}

float brain_to_float(std::uint16_t bits) noexcept {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

}  // namespace assay::expect::detail
