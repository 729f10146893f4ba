#pragma once

#include <assay/expect/detail/wide_integer.hpp>
#include <assay/expect/instruction_set.hpp>

#include <cstddef>
#include <cstdint>

namespace assay::expect::detail {

/// Smallest and largest of some values, NaN left out.
template <class T>
struct ValueRange {
  T smallest;  ///< of nothing but NaN: above `largest`
  T largest;
  std::uint64_t nans = 0;
  /// Of floats: the smallest magnitude but zero; infinity or NaN when there are only those.
  T least_magnitude = 0;
};

/// Most columns that are looked at side by side.
inline constexpr std::size_t kMostColumns = 64;

/// Inner loops over numbers. Rows of `columns` values lie one behind the other; each column gives a result of its own.
/// One column is a plain run of values.
template <class T>
struct Kernels {
  /// @param found one for each column.
  void (*ranges)(const T* values, std::size_t rows, std::size_t columns, ValueRange<T>* found);
  /// How many values of a run equal one; NaN equals none.
  std::uint64_t (*equal)(const T* values, std::size_t count, T value);
};

/// Exact sums of a column of floats, each part in a power of two.
struct ColumnSums {
  struct Part {
    Int128 value = 0;
    int unit = 0;  ///< the part is `value * 2^unit`
  };
  Part sum;
  Part squares_high;  ///< the sum of the squares is this one and the next
  Part squares_low;
  float least = 0;             ///< values of a smaller magnitude, infinities and NaN were left out
  std::uint64_t left_out = 0;  ///< how many; zeros not counted
};

/// Splits each square where all upper parts, and all lower ones, add up in double without rounding: a float has 24
/// bits, so with magnitudes between 2^(e-22) and 2^e the squares reach over 90 bits, of which the upper 44 and the
/// lower 46 each leave room for 256 terms (after Demmel and Nguyen, "Fast reproducible floating-point summation",
/// 2013).
struct SumKernels {
  /// @param ranges of the same values.
  /// @param found one for each column.
  using Kernel = void (*)(const float* values, std::size_t rows, std::size_t columns, const ValueRange<float>* ranges,
                          ColumnSums* found);
  Kernel sums;  ///< without squares
  Kernel sums_and_squares;
};

/// @tparam T int8 to uint64, float or double.
template <class T>
[[nodiscard]] const Kernels<T>& kernels(InstructionSet set) noexcept;
[[nodiscard]] const SumKernels& sum_kernels(InstructionSet set) noexcept;

}  // namespace assay::expect::detail
