#include "wilson.hpp"

#include <cmath>

namespace assay::zoo {

Share wilson(std::size_t hits, std::size_t total) noexcept {
  if (total == 0) {
    return {};
  }
  constexpr double kZ = 1.959963984540054;
  const auto n = static_cast<double>(total);
  const double p = static_cast<double>(hits) / n;
  const double middle = p + kZ * kZ / (2 * n);
  const double half = kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
  const double scale = 1 + kZ * kZ / n;
  // Both ends are exact where the formula only comes near.
  return {hits, total, p, hits == 0 ? 0 : (middle - half) / scale, hits == total ? 1 : (middle + half) / scale};
}

}  // namespace assay::zoo
