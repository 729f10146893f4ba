#pragma once

#include <assay/expect/detail/accumulator.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

namespace assay::expect::detail {

/// How often each value stands in the data. -0.0 counts as 0.0; NaN are left out (`Extremes` counts them).
template <class T>
struct ClassTotals {
  static constexpr std::size_t kMostClasses = std::size_t{1} << 20U;
  static constexpr std::size_t kMostText = std::size_t{256} << 20U;  ///< bytes of all texts

  std::unordered_map<T, std::uint64_t> counts;
  std::size_t text = 0;
  bool too_many = false;  ///< the limits were passed; counts are then of no use

  void count(const T& value, std::uint64_t times) {
    if (too_many) return;
    const auto [entry, is_new] = counts.try_emplace(value, 0);
    entry->second += times;
    if constexpr (kIsText<T>) text += is_new ? value.size() : 0;
    if (is_new && (counts.size() > kMostClasses || text > kMostText)) {
      too_many = true;
      counts.clear();
    }
  }

  void add(ClassTotals&& later) {
    too_many = too_many || later.too_many;
    if (counts.empty() && !too_many) {
      *this = std::move(later);
      return;
    }
    for (const auto& [value, times] : later.counts) count(value, times);
  }
};

template <class T>
class ClassCounts final : public AccumulatorOf<ClassCounts<T>, ClassTotals<T>> {
 public:
  [[nodiscard]] ClassTotals<T> measure(const BlockView& block) const {
    ClassTotals<T> found;
    if constexpr (sizeof(T) == 1) {
      std::array<std::uint64_t, 256> times{};
      for_each_judged<T>(block, [&](std::size_t, T value) { ++times[static_cast<std::uint8_t>(value)]; });
      for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i] > 0) found.count(static_cast<T>(static_cast<std::uint8_t>(i)), times[i]);
      }
    } else {
      for_each_judged<T>(block, [&](std::size_t, const T& value) {
        if constexpr (kIsText<T>) {
          found.count(value, 1);
        } else {
          if (value == value) found.count(static_cast<T>(value + T{0}), 1);
        }
      });
    }
    return found;
  }

  [[nodiscard]] bool same_parameters(const ClassCounts&) const noexcept { return true; }
};

}  // namespace assay::expect::detail
