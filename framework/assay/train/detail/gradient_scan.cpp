#include <assay/train/detail/gradient_scan.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace assay::train::detail {
namespace {

/// The bits of |x| order finite numbers, infinity and NaN in this order, so one maximum answers both questions.
template <class Float, class Bits>
GradientFacts scan(std::span<const Float> values) noexcept {
  static_assert(sizeof(Float) == sizeof(Bits) && std::numeric_limits<Float>::is_iec559);
  constexpr Bits kSign = Bits{1} << (sizeof(Bits) * 8 - 1);
  constexpr std::size_t kLanes = 8;
  std::array<Bits, kLanes> largest{};
  std::size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      largest[lane] = std::max<Bits>(largest[lane], std::bit_cast<Bits>(values[i + lane]) & ~kSign);
    }
  }
  for (; i < values.size(); ++i) {
    largest[0] = std::max<Bits>(largest[0], std::bit_cast<Bits>(values[i]) & ~kSign);
  }
  const Bits most = *std::max_element(largest.begin(), largest.end());
  return {.finite = most < std::bit_cast<Bits>(std::numeric_limits<Float>::infinity()), .zero = most == 0};
}

}  // namespace

GradientFacts scan_gradient(std::span<const float> values) noexcept { return scan<float, std::uint32_t>(values); }

GradientFacts scan_gradient(std::span<const double> values) noexcept { return scan<double, std::uint64_t>(values); }

}  // namespace assay::train::detail
