#pragma once

#include <assay/base/scalar.hpp>

#include <limits>
#include <string>

namespace assay::suite {

/// A range of numbers as a suite file writes it: `[lo, hi]` (both ends count), a number alone (equality), or a
/// one-sided text such as `"> 5"`. Ends keep their own type, so 64-bit integers compare exactly.
struct Bound {
  base::Number low = -std::numeric_limits<double>::infinity();
  base::Number high = std::numeric_limits<double>::infinity();
  bool low_open = false;   ///< the end itself is outside
  bool high_open = false;  ///< the end itself is outside

  /// Exact comparison; NaN is outside of every bound, also of `[-inf, inf]`.
  [[nodiscard]] bool contains(const base::Number& value) const noexcept;

  /// As a person would write it: `[0, 1]`, `7`, `>= 1000`, `< 0.01`.
  [[nodiscard]] std::string to_text() const;

  friend bool operator==(const Bound&, const Bound&) = default;
};

}  // namespace assay::suite
