#include <assay/examples/mcnemar.hpp>

#include <algorithm>
#include <cmath>

namespace assay::examples {

double mcnemar_p(std::uint64_t negative, std::uint64_t positive) noexcept {
  const std::uint64_t fewer = std::min(negative, positive);
  const std::uint64_t more = std::max(negative, positive);
  if (fewer == more) {
    return 1;
  }
  // tail = sum of C(n, k) for k to `fewer`, held as mantissa * 2^exponent: neither overflows nor, as lgamma would,
  // loses digits to the size of the logarithm.
  const long double total = static_cast<long double>(negative) + static_cast<long double>(positive);
  long double term = 1;
  long double tail = 1;
  long double exponent = 0;
  for (std::uint64_t k = 1; k <= fewer; ++k) {
    const auto place = static_cast<long double>(k);
    term *= (total - place + 1) / place;
    tail += term;
    if (tail > 0x1p512L) {
      term *= 0x1p-512L;
      tail *= 0x1p-512L;
      exponent += 512;
    }
  }
  const long double power = exponent + 1 - total;
  if (power < -20000) {
    return 0;
  }
  return std::min(1.0, static_cast<double>(std::ldexp(tail, static_cast<int>(power))));
}

}  // namespace assay::examples
