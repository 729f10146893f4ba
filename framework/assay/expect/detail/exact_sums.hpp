#pragma once

#include <assay/expect/detail/kernels.hpp>
#include <assay/expect/detail/wide_integer.hpp>

#include <algorithm>
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
/// (Neal, "Fast exact summation using small and large superaccumulators", 2015). What `ColumnSums` has added comes in
/// by its parts. Infinities and NaN are left out.
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

  void add_values(std::span<const T> values, bool squares) {
    for (std::size_t begin = 0; begin < values.size(); begin += kTile) {
      const auto tile = values.subspan(begin, std::min(kTile, values.size() - begin));
      if constexpr (kReal) {
        add_floats(tile, squares);
      } else {
        add_whole(tile, squares);
      }
    }
  }

  void add_value(T value, bool squares) requires kReal {
    const Parts parts = parts_of(value);
    if (parts.exponent + 1 == kExponents) return;
    const unsigned shift = shift_of(parts.exponent);
    const auto significand = static_cast<Int128>(parts.significand);
    sum_.add_shifted(parts.negative ? -significand : significand, shift);
    if (!squares) return;
    // A square of 2^53 fits 106 bits.
    squares_.add_shifted(significand * significand, 2 * shift);
  }

  void add_columns(const ColumnSums& sums, bool squares) requires kSingle {
    add_part(sum_, sums.sum, kUnit);
    if (!squares) return;
    add_part(squares_, sums.squares_high, 2 * kUnit);
    add_part(squares_, sums.squares_low, 2 * kUnit);
  }

  void add(ExactSums&& later) noexcept {
    sum_.add(later.sum_);
    squares_.add(later.squares_);
  }

  [[nodiscard]] const Sum& sum() const noexcept { return sum_; }
  [[nodiscard]] const Squares& squares() const noexcept { return squares_; }

 private:
  static constexpr unsigned kFraction = std::numeric_limits<T>::digits - 1;
  static constexpr std::size_t kExponents = kSingle ? 256 : 2048;

  struct Parts {
    std::size_t exponent;  ///< as stored; the highest is that of infinities and NaN
    std::uint64_t significand;
    bool negative;
  };

  static Parts parts_of(T value) noexcept {
    using Bits = std::conditional_t<kSingle, std::uint32_t, std::uint64_t>;
    const auto bits = std::bit_cast<Bits>(value);
    const std::size_t exponent = (bits >> kFraction) & (kExponents - 1);
    const Bits hidden = exponent == 0 ? Bits{0} : Bits{1} << kFraction;
    return {exponent, (bits & ((Bits{1} << kFraction) - 1)) | hidden, bits >> (8 * sizeof(T) - 1) != 0};
  }

  /// Subnormals (0) have the weight of the lowest normal ones.
  static constexpr unsigned shift_of(std::size_t exponent) noexcept {
    return exponent == 0 ? 0 : static_cast<unsigned>(exponent) - 1;
  }

  template <class Wide>
  static void add_part(Wide& total, const ColumnSums::Part& part, int unit) noexcept {
    // A part in a smaller unit than the total's is still a multiple of that.
    const int shift = part.unit - unit;
    if (shift >= 0) {
      total.add_shifted(part.value, static_cast<unsigned>(shift));
    } else {
      total.add_shifted(part.value >> static_cast<unsigned>(-shift), 0);
    }
  }

  void add_whole(std::span<const T> values, bool squares) {
    std::conditional_t<sizeof(T) == 8, Int128, std::int64_t> sum = 0;
    for (const T value : values) sum += value;
    sum_.add_shifted(sum, 0);
    if (!squares) return;
    if constexpr (sizeof(T) <= 2) {
      std::uint64_t total = 0;
      for (const T value : values) {
        const auto wide = static_cast<std::int64_t>(value);
        total += static_cast<std::uint64_t>(wide * wide);
      }
      squares_.add_shifted(static_cast<Int128>(total), 0);
    } else {
      Unsigned128 low = 0;
      Unsigned128 high = 0;
      for (const T value : values) {
        const std::uint64_t magnitude =
            value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
        const Unsigned128 square = static_cast<Unsigned128>(magnitude) * magnitude;
        low += static_cast<std::uint64_t>(square);
        high += static_cast<std::uint64_t>(square >> 64U);
      }
      squares_.add_shifted(static_cast<Int128>(low), 0);
      squares_.add_shifted(static_cast<Int128>(high), 64);
    }
  }

  void add_floats(std::span<const T> values, bool squares) {
    using Total = std::conditional_t<kSingle, std::uint64_t, Unsigned128>;
    std::vector<std::conditional_t<kSingle, std::int64_t, Int128>> sums(kExponents, 0);
    std::vector<Total> totals(squares ? kExponents : 0, 0);
    for (const T value : values) {
      const Parts parts = parts_of(value);
      const auto wide = static_cast<std::int64_t>(parts.significand);
      sums[parts.exponent] += parts.negative ? -wide : wide;
      if (squares) totals[parts.exponent] += static_cast<Total>(parts.significand) * parts.significand;
    }
    for (std::size_t exponent = 0; exponent + 1 < kExponents; ++exponent) {
      const unsigned shift = shift_of(exponent);
      if (sums[exponent] != 0) sum_.add_shifted(sums[exponent], shift);
      if (squares && totals[exponent] != 0) squares_.add_shifted(static_cast<Int128>(totals[exponent]), 2 * shift);
    }
  }

  Sum sum_;
  Squares squares_;
};

}  // namespace assay::expect::detail
