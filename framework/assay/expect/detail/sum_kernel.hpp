#pragma once

#include <assay/expect/detail/kernel_bodies.hpp>

namespace assay::expect::detail {

/// How floats are taken apart and added: 256 terms a lane at most, then the lanes become whole numbers.
template <std::size_t kBytes>
struct FloatLanes {
  static constexpr std::size_t kLanes = kBytes / sizeof(float);
  static constexpr std::size_t kMostTerms = 256;
  static constexpr int kReach = 22;   ///< powers of two between the largest and the smallest magnitude
  static constexpr int kUpper = 44;   ///< bits of the upper part of a square
  static constexpr int kDigits = 23;  ///< of a float, behind the first
  static constexpr std::uint32_t kMagnitude = 0x7FFFFFFF;
  static constexpr std::uint32_t kInfinite = 0x7F800000;
  using HalfFloats = typename VectorOf<float, kBytes / 2>::Values;
  using Bits = typename VectorOf<std::uint32_t, kBytes>::Values;
  using Doubles = typename VectorOf<double, kBytes>::Values;
  using Numbers = std::array<double, kMostColumns * kLanes>;

  alignas(64) Numbers start;  ///< of `high`
  alignas(64) Numbers sum;
  alignas(64) Numbers high;
  alignas(64) Numbers low;
  alignas(64) std::array<std::uint32_t, kMostColumns * kLanes> least_less_one;
  alignas(64) std::array<std::uint32_t, kMostColumns * kLanes> left_out;
};

/// 2^exponent, for exponents of normal numbers.
[[gnu::always_inline]] inline double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52U);
}

/// In which powers of two each column is summed, and what it leaves out for that. True when that is nothing.
template <std::size_t kBytes>
[[gnu::always_inline]] inline bool find_units(std::size_t columns, const ValueRange<float>* ranges,
                                              FloatLanes<kBytes>& lanes, ColumnSums* found) {
  using Lanes = FloatLanes<kBytes>;
  bool all = true;
  for (std::size_t column = 0; column < columns; ++column) {
    const ValueRange<float>& range = ranges[column];
    std::uint32_t largest = 0;
    if (range.smallest <= range.largest) {
      largest = std::max(std::bit_cast<std::uint32_t>(range.smallest) & Lanes::kMagnitude,
                         std::bit_cast<std::uint32_t>(range.largest) & Lanes::kMagnitude);
    }
    // All magnitudes are below 2^top. The smallest that count is 2^(top - reach); where that is below the smallest
    // float, none is left out. Infinities tell nothing of the others: then all are.
    const int top = std::clamp(static_cast<int>(largest >> 23U), 1, 254) - 126;
    const int bottom = top - Lanes::kReach;
    std::uint32_t least = 0;
    if (largest >= Lanes::kInfinite) {
      least = Lanes::kInfinite;
    } else if (bottom >= -126) {
      least = static_cast<std::uint32_t>(bottom + 127) << 23U;
    } else if (bottom > -149) {
      least = std::uint32_t{1} << static_cast<unsigned>(bottom + 149);
    }
    ColumnSums& sums = found[column];
    sums = {};
    sums.sum.unit = bottom - Lanes::kDigits;
    sums.squares_high.unit = 2 * top - Lanes::kUpper;
    sums.squares_low.unit = 2 * sums.sum.unit;
    sums.least = std::bit_cast<float>(least);
    const bool none_below = std::bit_cast<std::uint32_t>(range.least_magnitude) - 1 >= least - 1;
    all = all && range.nans == 0 && (least == 0 || (least < Lanes::kInfinite && none_below));
    for (std::size_t i = column; i < columns * Lanes::kLanes; i += columns) {
      // To what lies in [2^(k + 52), 2^(k + 53)) whatever is added is rounded to a multiple of 2^k.
      lanes.start[i] = 1.5 * power_of_two(sums.squares_high.unit + 52);
      lanes.least_less_one[i] = least == 0 ? 0 : least - 1;
    }
  }
  return all;
}

/// Adds vector `v` of some groups to its lanes.
template <std::size_t kBytes, bool kSquares, bool kAll>
[[gnu::always_inline]] inline void add_vectors(const float* from, std::size_t groups, std::size_t columns,
                                               std::size_t v, FloatLanes<kBytes>& lanes) {
  using Lanes = FloatLanes<kBytes>;
  using Bits = typename Lanes::Bits;
  using Doubles = typename Lanes::Doubles;
  const std::size_t at = v * Lanes::kLanes;
  Doubles sum[2];
  Doubles high[2];
  Doubles low[2];
  Bits least_less_one;
  Bits left_out;
  std::memcpy(sum, lanes.sum.data() + at, sizeof(sum));
  std::memcpy(high, lanes.high.data() + at, sizeof(high));
  std::memcpy(low, lanes.low.data() + at, sizeof(low));
  std::memcpy(&least_less_one, lanes.least_less_one.data() + at, kBytes);
  std::memcpy(&left_out, lanes.left_out.data() + at, kBytes);
  from += at;
  for (std::size_t group = 0; group < groups; ++group, from += columns * Lanes::kLanes) {
    Bits bits;
    std::memcpy(&bits, from, kBytes);
    if constexpr (!kAll) {
      const Bits magnitude = bits & Lanes::kMagnitude;
      const Bits out = reinterpret_cast<Bits>(magnitude >= Lanes::kInfinite) |
                       reinterpret_cast<Bits>(magnitude - 1U < least_less_one);
      left_out -= out;
      bits &= ~out;
    }
    typename Lanes::HalfFloats halves[2];
    std::memcpy(halves, &bits, kBytes);
    for (std::size_t half = 0; half < 2; ++half) {
      const Doubles x = __builtin_convertvector(halves[half], Doubles);
      sum[half] += x;
      if constexpr (kSquares) {
        // A square of 24 bits is exact in double, so one rounding or two (fused or not) are the same.
        const Doubles next = high[half] + x * x;
        low[half] += x * x - (next - high[half]);
        high[half] = next;
      }
    }
  }
  std::memcpy(lanes.sum.data() + at, sum, sizeof(sum));
  std::memcpy(lanes.high.data() + at, high, sizeof(high));
  std::memcpy(lanes.low.data() + at, low, sizeof(low));
  std::memcpy(lanes.left_out.data() + at, &left_out, kBytes);
}

/// The lanes, each a multiple of its column's unit below 2^53 units, as whole numbers.
template <std::size_t kBytes>
[[gnu::always_inline]] inline void fold(const typename FloatLanes<kBytes>::Numbers& lanes, std::size_t columns,
                                        ColumnSums* found, ColumnSums::Part ColumnSums::*part) {
  std::array<double, kMostColumns> per_unit;
  std::array<std::int64_t, kMostColumns> values;
  for (std::size_t column = 0; column < columns; ++column) {
    per_unit[column] = power_of_two(-(found[column].*part).unit);
    values[column] = 0;
  }
  for (std::size_t i = 0; i < FloatLanes<kBytes>::kLanes; ++i) {
    const double* row = lanes.data() + i * columns;
    for (std::size_t column = 0; column < columns; ++column) {
      values[column] += static_cast<std::int64_t>(row[column] * per_unit[column]);
    }
  }
  for (std::size_t column = 0; column < columns; ++column) (found[column].*part).value += values[column];
}

/// Up to `kMostTerms` groups of vectors.
template <std::size_t kBytes, bool kSquares, bool kAll>
[[gnu::always_inline]] inline void add_tile(const float* from, std::size_t groups, std::size_t columns,
                                            FloatLanes<kBytes>& lanes, ColumnSums* found) {
  using Lanes = FloatLanes<kBytes>;
  const std::size_t size = columns * Lanes::kLanes;
  std::fill_n(lanes.sum.begin(), size, 0.0);
  std::fill_n(lanes.low.begin(), size, 0.0);
  std::copy_n(lanes.start.begin(), size, lanes.high.begin());
  std::fill_n(lanes.left_out.begin(), size, 0U);
  const std::size_t step = std::max<std::size_t>(kNearBytes / (columns * kBytes), 1);
  for (std::size_t first = 0; first < groups; first += step) {
    for (std::size_t v = 0; v < columns; ++v) {
      add_vectors<kBytes, kSquares, kAll>(from + first * size, std::min(step, groups - first), columns, v, lanes);
    }
  }
  fold<kBytes>(lanes.sum, columns, found, &ColumnSums::sum);
  if constexpr (kSquares) {
    for (std::size_t i = 0; i < size; ++i) lanes.high[i] -= lanes.start[i];
    fold<kBytes>(lanes.high, columns, found, &ColumnSums::squares_high);
    fold<kBytes>(lanes.low, columns, found, &ColumnSums::squares_low);
  }
  if constexpr (!kAll) {
    for (std::size_t i = 0; i < size; ++i) found[i % columns].left_out += lanes.left_out[i];
  }
}

template <std::size_t kBytes, bool kSquares, bool kAll>
[[gnu::always_inline]] inline void add_rows(const float* values, std::size_t rows, std::size_t columns,
                                            FloatLanes<kBytes>& lanes, ColumnSums* found) {
  using Lanes = FloatLanes<kBytes>;
  const std::size_t groups = rows / Lanes::kLanes;
  const std::size_t size = columns * Lanes::kLanes;
  for (std::size_t first = 0; first < groups; first += Lanes::kMostTerms) {
    add_tile<kBytes, kSquares, kAll>(values + first * size, std::min(Lanes::kMostTerms, groups - first), columns, lanes,
                                     found);
  }
  if (rows % Lanes::kLanes == 0) return;
  std::array<float, kMostColumns * Lanes::kLanes> rest;  // behind the last row zeros, which add nothing
  std::fill_n(std::copy(values + groups * size, values + rows * columns, rest.begin()),
              size - (rows * columns - groups * size), 0.0F);
  add_tile<kBytes, kSquares, kAll>(rest.data(), 1, columns, lanes, found);
}

template <std::size_t kBytes, bool kSquares>
[[gnu::always_inline]] inline void sums_body(const float* values, std::size_t rows, std::size_t columns,
                                             const ValueRange<float>* ranges, ColumnSums* found) {
  FloatLanes<kBytes> lanes;
  if (find_units(columns, ranges, lanes, found)) {
    add_rows<kBytes, kSquares, true>(values, rows, columns, lanes, found);
  } else {
    add_rows<kBytes, kSquares, false>(values, rows, columns, lanes, found);
  }
}

}  // namespace assay::expect::detail
