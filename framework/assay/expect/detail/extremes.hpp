#pragma once

#include <assay/expect/detail/accumulator.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace assay::expect::detail {

/// Smallest and largest value (NaN left out) and how many special ones there are.
struct ExtremeValues {
  base::Number smallest = std::numeric_limits<double>::infinity();  ///< of nothing: infinity
  base::Number largest = -std::numeric_limits<double>::infinity();  ///< of nothing: -infinity
  std::uint64_t zeros = 0;                                          ///< also -0.0
  std::uint64_t nans = 0;
  std::uint64_t positive_infinities = 0;
  std::uint64_t negative_infinities = 0;

  void add(ExtremeValues&& later) noexcept {
    if (base::compare(later.smallest, smallest) == base::Order::kLess) smallest = later.smallest;
    if (base::compare(later.largest, largest) == base::Order::kGreater) largest = later.largest;
    zeros += later.zeros;
    nans += later.nans;
    positive_infinities += later.positive_infinities;
    negative_infinities += later.negative_infinities;
  }
};

/// Offers them without their element type.
class ExtremeSource {
 public:
  virtual ~ExtremeSource() = default;
  [[nodiscard]] virtual const ExtremeValues& extremes() const noexcept = 0;
};

template <class T>
class Extremes final : public AccumulatorOf<Extremes<T>, ExtremeValues>, public ExtremeSource {
 public:
  [[nodiscard]] const ExtremeValues& extremes() const noexcept override { return this->state(); }

  [[nodiscard]] ExtremeValues measure(const BlockView& block) const {
    constexpr bool kReal = std::is_floating_point_v<T>;
    using Limits = std::numeric_limits<T>;
    T smallest = kReal ? Limits::infinity() : Limits::max();
    T largest = kReal ? -Limits::infinity() : Limits::min();
    ExtremeValues found;
    std::uint64_t seen = 0;
    for_each_judged<T>(block, [&](std::size_t, T value) {
      ++seen;
      smallest = value < smallest ? value : smallest;
      largest = value > largest ? value : largest;
      found.zeros += value == T{0} ? 1U : 0U;
      if constexpr (kReal) {
        found.nans += value != value ? 1U : 0U;
        found.positive_infinities += value == Limits::infinity() ? 1U : 0U;
        found.negative_infinities += value == -Limits::infinity() ? 1U : 0U;
      }
    });
    if (seen == found.nans) return found;
    // Adding 0 makes 0.0 of -0.0, so that it does not matter which of the two came first.
    found.smallest = to_number(static_cast<T>(smallest + T{0}));
    found.largest = to_number(static_cast<T>(largest + T{0}));
    return found;
  }

  [[nodiscard]] bool same_parameters(const Extremes&) const noexcept { return true; }
};

}  // namespace assay::expect::detail
