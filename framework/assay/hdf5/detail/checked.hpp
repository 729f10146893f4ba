#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace assay::hdf5::detail {

/// Product of sizes that a file claims; none when it does not fit 64 bits. The empty product is 1.
[[nodiscard]] inline std::optional<std::uint64_t> checked_product(std::span<const std::uint64_t> factors) noexcept {
  std::uint64_t product = 1;
  bool overflow = false;
  for (const std::uint64_t factor : factors) {
    if (factor == 0) {
      return 0;
    }
    overflow = __builtin_mul_overflow(product, factor, &product) || overflow;
  }
  return overflow ? std::nullopt : std::optional(product);
}

[[nodiscard]] inline std::optional<std::uint64_t> checked_product(std::uint64_t left, std::uint64_t right) noexcept {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(left, right, &product) ? std::nullopt : std::optional(product);
}

[[nodiscard]] inline std::optional<std::uint64_t> checked_sum(std::uint64_t left, std::uint64_t right) noexcept {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(left, right, &sum) ? std::nullopt : std::optional(sum);
}

}  // namespace assay::hdf5::detail
