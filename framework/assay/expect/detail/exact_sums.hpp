#pragma once

#include <assay/expect/detail/wide_integer.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace assay::expect::detail {

/// Sum and sum of squares without any rounding, so neither the order of adding nor the cutting into blocks can matter.
///
/// Whole numbers are added as such. Floats are whole multiples of their type's smallest value: a tile adds significands
/// apart for each exponent, then every exponent's sum goes to its place in a number as wide as the type's range
/// (Neal, "Fast exact summation using small and large superaccumulators", 2015). Infinities and NaN are left out.
template <class T>
class ExactSums {
 public:
  static constexpr bool kReal = std::is_floating_point_v<T>;
  static constexpr bool kSingle = std::is_same_v<T, float>;
  /// The sum counts in 2^kUnit, the squares in 2^(2 kUnit).
  static constexpr int kUnit = !kReal ? 0 : (kSingle ? -149 : -1074);
  /// Most elements of a tile: no exponent's own sum can overflow.
  static constexpr std::size_t kTile = std::size_t{1} << (kSingle ? 16U : 20U);
  // Widths: the type's range (squared), and 64 bits for the number of terms.
  using Sum = WideInteger<!kReal ? 3 : (kSingle ? 6 : 34)>;
  using Squares = WideInteger<!kReal ? 4 : (kSingle ? 10 : 67)>;

  /// @param judged 1 = counts; empty: all do.
  void add_tile(std::span<const T> values, std::span<const std::uint8_t> judged, bool squares) {
    if constexpr (kReal) {
      add_floats(values, judged, squares);
    } else {
      add_whole(values, judged, squares);
    }
  }

  void add(ExactSums&& later) noexcept {
    sum_.add(later.sum_);
    squares_.add(later.squares_);
  }

  [[nodiscard]] const Sum& sum() const noexcept { return sum_; }
  [[nodiscard]] const Squares& squares() const noexcept { return squares_; }

 private:
  template <class Visitor>
  static void visit(std::span<const T> values, std::span<const std::uint8_t> judged, Visitor&& visitor) {
    if (judged.empty()) {
      for (const T value : values) visitor(value);
    } else {
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (judged[i] != 0) visitor(values[i]);
      }
    }
  }

  void add_whole(std::span<const T> values, std::span<const std::uint8_t> judged, bool squares) {
    std::conditional_t<sizeof(T) == 8, Int128, std::int64_t> sum = 0;
    visit(values, judged, [&](T value) { sum += value; });
    sum_.add_shifted(sum, 0);
    if (!squares) return;
    if constexpr (sizeof(T) <= 2) {
      std::uint64_t total = 0;
      visit(values, judged, [&](T value) {
        const auto wide = static_cast<std::int64_t>(value);
        total += static_cast<std::uint64_t>(wide * wide);
      });
      squares_.add_shifted(static_cast<Int128>(total), 0);
    } else {
      Unsigned128 low = 0;
      Unsigned128 high = 0;
      visit(values, judged, [&](T value) {
        const std::uint64_t magnitude =
            value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
        const Unsigned128 square = static_cast<Unsigned128>(magnitude) * magnitude;
        low += static_cast<std::uint64_t>(square);
        high += static_cast<std::uint64_t>(square >> 64U);
      });
      squares_.add_shifted(static_cast<Int128>(low), 0);
      squares_.add_shifted(static_cast<Int128>(high), 64);
    }
  }

  void add_floats(std::span<const T> values, std::span<const std::uint8_t> judged, bool squares) {
    using Bits = std::conditional_t<kSingle, std::uint32_t, std::uint64_t>;
    constexpr unsigned kFraction = std::numeric_limits<T>::digits - 1;
    constexpr std::size_t kExponents = kSingle ? 256 : 2048;
    std::vector<std::conditional_t<kSingle, std::int64_t, Int128>> sums(kExponents, 0);
    std::vector<std::conditional_t<kSingle, std::uint64_t, Unsigned128>> totals(squares ? kExponents : 0, 0);
    visit(values, judged, [&](T value) {
      const auto bits = std::bit_cast<Bits>(value);
      const std::size_t exponent = (bits >> kFraction) & (kExponents - 1);
      const Bits hidden = exponent == 0 ? Bits{0} : Bits{1} << kFraction;
      const Bits significand = (bits & ((Bits{1} << kFraction) - 1)) | hidden;
      const auto wide = static_cast<std::int64_t>(significand);
      sums[exponent] += bits >> (8 * sizeof(T) - 1) != 0 ? -wide : wide;
      if (squares) {
        using Total = std::conditional_t<kSingle, std::uint64_t, Unsigned128>;
        totals[exponent] += static_cast<Total>(significand) * significand;
      }
    });
    // The highest exponent is that of infinities and NaN; subnormals (0) have the weight of the lowest normal ones.
    for (unsigned exponent = 0; exponent + 1 < kExponents; ++exponent) {
      const unsigned shift = exponent == 0 ? 0 : exponent - 1;
      if (sums[exponent] != 0) sum_.add_shifted(sums[exponent], shift);
      if (squares && totals[exponent] != 0) squares_.add_shifted(static_cast<Int128>(totals[exponent]), 2 * shift);
    }
  }

  Sum sum_;
  Squares squares_;
};

}  // namespace assay::expect::detail
