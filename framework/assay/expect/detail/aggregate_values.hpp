#pragma once

#include <assay/expect/detail/aggregate.hpp>
#include <assay/expect/detail/moments.hpp>
#include <assay/expect/detail/sorted_values.hpp>

#include <cstdint>
#include <string_view>

namespace assay::expect::detail {

/// What aggregates of some elements are worked out from; what a key does not need may be null.
struct AggregateSource {
  const ExtremeSource* extremes = nullptr;
  const MomentSource* moments = nullptr;
  const ValueOrder* order = nullptr;
  std::uint64_t elements = 0;  ///< of kept rows
  std::uint64_t missing = 0;   ///< of those

  [[nodiscard]] std::uint64_t present() const noexcept { return elements - missing; }
};

/// Which of them a key needs.
[[nodiscard]] bool needs_moments(std::string_view key) noexcept;
[[nodiscard]] bool needs_order(std::string_view key) noexcept;
[[nodiscard]] bool needs_extremes(std::string_view key) noexcept;

/// NaN among the elements that leave this aggregate without a value.
[[nodiscard]] std::uint64_t nans_against(std::string_view key, const AggregateSource& source) noexcept;

/// The aggregate of this key (`mean`, `median`, `zero_share`, ...), or why it has no value.
[[nodiscard]] Aggregate aggregate_of(std::string_view key, const AggregateSource& source);

/// A quantile of values without NaN.
[[nodiscard]] Aggregate quantile_of(double probability, const ValueOrder& order, std::uint64_t nans);

}  // namespace assay::expect::detail
