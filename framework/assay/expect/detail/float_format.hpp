#pragma once

#include <cstdint>
#include <optional>

namespace assay::expect::detail {

/// How a dataset's floats are stored; float16 and bfloat16 are scanned as float32, which holds all their values.
enum class FloatFormat { kHalf, kBrain, kSingle, kDouble };

/// The nearest value of the format, ties to even; NaN and infinities stay. None when a finite number lies beyond the
/// largest value: rounding to infinity would let a literal match data that it does not name.
[[nodiscard]] std::optional<double> round_to_format(double value, FloatFormat format) noexcept;

/// Exact value of the bits of an IEEE 754 half float; NaN stays NaN.
[[nodiscard]] float half_to_float(std::uint16_t bits) noexcept;
/// Exact value of the bits of a bfloat16.
[[nodiscard]] float brain_to_float(std::uint16_t bits) noexcept;

}  // namespace assay::expect::detail
