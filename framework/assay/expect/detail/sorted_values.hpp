#pragma once

#include <assay/expect/detail/accumulator.hpp>
#include <assay/expect/detail/key_runs.hpp>
#include <assay/expect/detail/key_table.hpp>
#include <assay/expect/detail/ordered_key.hpp>
#include <assay/expect/detail/quantile.hpp>
#include <assay/expect/detail/row_hash.hpp>
#include <assay/expect/detail/wide_integer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace assay::expect::detail {

/// An unsigned number that stands for a value and grows with it, no wider than the value; texts by 128 bits of hash,
/// in no order.
template <class T>
struct ValueKey {
  using Key = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                 std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
  static constexpr std::uint64_t kFirst =
      std::is_unsigned_v<T> ? 0 : (std::uint64_t{1} << 63U) - (std::uint64_t{1} << (8 * sizeof(T) - 1));
  static Key of(T value) noexcept { return static_cast<Key>(ordered_key(static_cast<T>(value + T{0})) - kFirst); }
  static T value(Key key) noexcept { return value_of_key<T>(key + kFirst); }
};
template <>
struct ValueKey<std::string> {
  using Key = Unsigned128;
  static Key of(const std::string& text) noexcept {
    RowHasher hasher;
    hasher.add(text.size());
    hasher.add_bytes(std::as_bytes(std::span(text)));
    const RowHash hash = hasher.finish();
    return (static_cast<Unsigned128>(hash.high) << 64U) | hash.low;
  }
};

/// All values of a dataset. -0.0 counts as 0.0; NaN are counted apart.
template <class T>
struct ValueLog {
  using Key = typename ValueKey<T>::Key;
  std::conditional_t<sizeof(Key) <= 2, KeyTable<Key>, KeyRuns<Key>> keys;
  std::uint64_t nans = 0;

  void add(ValueLog&& later) {
    nans += later.nans;
    keys.append(later.keys.pending());
  }
};

/// What is asked of the values in order, without their element type.
class ValueOrder {
 public:
  virtual ~ValueOrder() = default;
  /// Asks for a quantile; before the pass.
  void want(double probability) const { wanted_.insert(probability); }
  /// Asks for the number of different values; before the pass.
  void want_distinct() const { wants_distinct_ = true; }
  /// Of those asked for; none when it is undefined. There must be a value that is not NaN.
  [[nodiscard]] std::optional<base::Number> quantile(double probability) const { return quantiles_.at(probability); }
  /// Different values, where they were asked for; all NaN are one.
  [[nodiscard]] std::uint64_t distinct() const noexcept { return distinct_; }

 protected:
  mutable std::set<double> wanted_;
  mutable bool wants_distinct_ = false;
  std::map<double, std::optional<base::Number>> quantiles_;
  std::uint64_t distinct_ = 0;
};

/// Keeps all values until the pass has ended, then answers what was asked and lets them go.
template <class T>
class SortedValues final : public AccumulatorOf<SortedValues<T>, ValueLog<T>>, public ValueOrder {
 public:
  [[nodiscard]] ValueLog<T> measure(const BlockView& block) const {
    ValueLog<T> found;
    auto& keys = found.keys.pending();
    const auto values = std::get<std::span<const T>>(block.elements);
    keys.resize(values.size());
    std::size_t kept = 0;
    for_each_judged<T>(block, [&](std::size_t, const T& value) {
      keys[kept] = ValueKey<T>::of(value);
      if constexpr (std::is_floating_point_v<T>) {
        kept += value == value ? 1U : 0U;
        found.nans += value == value ? 0U : 1U;
      } else {
        ++kept;
      }
    });
    keys.resize(kept);
    return found;
  }

  [[nodiscard]] bool same_parameters(const SortedValues&) const noexcept { return true; }

  [[nodiscard]] bool keeps_values() const noexcept override { return true; }
  void allow(std::size_t bytes, std::uint64_t elements) override { this->own_state().keys.allow(bytes, elements); }

  void finish() override {
    auto& keys = this->own_state().keys;
    std::map<std::uint64_t, T> at;  // by rank
    for (const double probability : keys.total() > 0 ? wanted_ : std::set<double>()) {
      const QuantilePlace place = quantile_place(probability, keys.total());
      at.emplace(place.low, T{});
      at.emplace(place.high, T{});
    }
    const std::uint64_t total = keys.total();
    if (!find(at)) walk(at);
    keys = {};
    if constexpr (!kIsText<T>) {
      for (const double probability : total > 0 ? wanted_ : std::set<double>()) {
        const QuantilePlace place = quantile_place(probability, total);
        quantiles_[probability] = interpolate(to_number(at.at(place.low)), to_number(at.at(place.high)), place.weight);
      }
    }
  }

 private:
  using Key = typename ValueKey<T>::Key;

  /// Finds a few values without putting all in order, where that can be done.
  [[nodiscard]] bool find([[maybe_unused]] std::map<std::uint64_t, T>& at) {
    if constexpr (!kIsText<T> && sizeof(Key) > 2) {
      const std::span<const Key> keys = this->state().keys.unsorted();
      if (wants_distinct_ || keys.empty()) return false;
      std::vector<std::uint64_t> ranks;
      for (const auto& [rank, value] : at) ranks.push_back(rank);
      const std::vector<Key> found = keys_at(keys, ranks);
      std::size_t next = 0;
      for (auto& [rank, value] : at) value = ValueKey<T>::value(found[next++]);
      return true;
    }
    return false;
  }

  void walk(std::map<std::uint64_t, T>& at) {
    auto& keys = this->own_state().keys;
    keys.finish();
    auto next = at.begin();
    std::uint64_t before = 0;
    distinct_ = this->state().nans > 0 ? 1 : 0;
    keys.visit([&](const Key& key, std::uint64_t times) {
      ++distinct_;
      before += times;
      if constexpr (!kIsText<T>) {
        for (; next != at.end() && next->first < before; ++next) next->second = ValueKey<T>::value(key);
      }
    });
  }
};

}  // namespace assay::expect::detail
