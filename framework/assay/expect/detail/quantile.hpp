#pragma once

#include <assay/base/scalar.hpp>

#include <cstdint>
#include <optional>

namespace assay::expect::detail {

/// Where a quantile lies among sorted values: between two neighbours, `weight / 2^62` of the way.
struct QuantilePlace {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint64_t weight = 0;
};

/// Linear interpolation at `(count - 1) * probability`, worked out in double as NumPy does (Hyndman and Fan, type 7).
/// @param probability in [0, 1]. @param count not 0.
[[nodiscard]] QuantilePlace quantile_place(double probability, std::uint64_t count) noexcept;

/// `low + (high - low) * weight / 2^62`, worked out exactly and rounded once to the nearest double; whole numbers that
/// come out whole beyond 2^53 stay whole. One infinite neighbour gives infinity, two of unlike signs nothing.
[[nodiscard]] std::optional<base::Number> interpolate(const base::Number& low, const base::Number& high,
                                                      std::uint64_t weight);

}  // namespace assay::expect::detail
