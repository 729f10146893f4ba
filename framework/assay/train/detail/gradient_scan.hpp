#pragma once

#include <span>

namespace assay::train::detail {

/// What one look at all elements of a gradient tells.
struct GradientFacts {
  bool finite = true;  ///< no NaN, no infinity
  bool zero = true;    ///< every element is +0 or -0; true for none
  friend bool operator==(const GradientFacts&, const GradientFacts&) = default;
};

[[nodiscard]] GradientFacts scan_gradient(std::span<const float> values) noexcept;
[[nodiscard]] GradientFacts scan_gradient(std::span<const double> values) noexcept;

}  // namespace assay::train::detail
