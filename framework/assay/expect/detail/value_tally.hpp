#pragma once

#include <assay/expect/detail/accumulator.hpp>
#include <assay/expect/detail/sorted_values.hpp>
#include <assay/expect/detail/value_counts.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// The counts of numbers of type `T`.
template <class T>
struct TalliedValues {
  ValueCounts counts{!std::is_floating_point_v<T>};
  void add(TalliedValues&& later) { counts.merge(later.counts); }
};

/// Counts each finite number, in bounded memory (`ValueCounts`). -0.0 counts as 0.0.
template <class T>
class ValueTally final : public AccumulatorOf<ValueTally<T>, TalliedValues<T>> {
 public:
  [[nodiscard]] TalliedValues<T> measure(const BlockView& block) const {
    using Key = typename ValueKey<T>::Key;
    std::conditional_t<sizeof(Key) <= 2, KeyTable<Key>, KeyRuns<Key>> keys;
    std::vector<Key> pending;
    pending.reserve(std::get<std::span<const T>>(block.elements).size());
    for_each_judged<T>(block, [&](std::size_t, T value) {
      if constexpr (std::is_floating_point_v<T>) {
        if (!std::isfinite(value)) return;
      }
      pending.push_back(ValueKey<T>::of(value));
    });
    keys.allow(std::numeric_limits<std::size_t>::max(), pending.size());
    keys.append(pending);
    keys.finish();
    std::vector<ValueCounts::Entry> entries;
    TalliedValues<T> found;
    keys.visit([&](Key key, std::uint64_t times) {
      entries.push_back(found.counts.entry_of(to_number(ValueKey<T>::value(key))));
      entries.back().times = times;
    });
    found.counts.add(std::move(entries));
    return found;
  }

  [[nodiscard]] bool same_parameters(const ValueTally&) const noexcept { return true; }
};

}  // namespace assay::expect::detail
