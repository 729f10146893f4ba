#pragma once

#include <assay/expect/detail/element_counter.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// How a value has to stand to the one before it.
struct Direction {
  bool up = true;
  bool strict = true;

  template <class T>
  [[nodiscard]] bool kept(const T& before, const T& value) const noexcept {
    if (up) return strict ? before < value : before <= value;
    return strict ? value < before : value <= before;
  }
  friend bool operator==(const Direction&, const Direction&) = default;
};

/// One kept row, with all that is needed to compare it and to name its elements.
template <class T>
struct KeptRow {
  std::vector<T> values;
  std::vector<std::uint8_t> present;  ///< empty: all
  std::uint64_t number = 0;           ///< running through all shards

  [[nodiscard]] bool has(std::size_t element) const noexcept { return present.empty() || present[element] != 0; }
};

/// What neighbouring kept rows are found to be.
template <class T>
struct NeighbourState {
  Direction direction;
  hdf5::ElementKind kind = hdf5::ElementKind::kOther;
  const Structure* structure = nullptr;
  BrokenElements broken;
  std::uint64_t pairs = 0;       ///< of elements, both present
  std::uint64_t pair_rows = 0;   ///< later rows with at least one such pair
  std::vector<KeptRow<T>> ends;  ///< none, the only kept row, or the first and the last one

  /// Compares one row with the next.
  void compare(const KeptRow<T>& before, const KeptRow<T>& row) {
    bool any_pair = false;
    bool any_broken = false;
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      if (!before.has(i) || !row.has(i)) continue;
      ++pairs;
      any_pair = true;
      if (direction.kept(before.values[i], row.values[i])) continue;
      ++broken.elements;
      const bool first_of_row = !std::exchange(any_broken, true) && broken.first_of_row.size() < base::kMostOffenders;
      if (!first_of_row && broken.first.size() >= base::kMostOffenders) continue;
      base::Offender offender = structure->place_of_element(row.number, i);
      offender.value = to_element_scalar(row.values[i], kind);
      if (first_of_row) broken.first_of_row.push_back(offender);
      if (broken.first.size() < base::kMostOffenders) broken.first.push_back(std::move(offender));
    }
    pair_rows += any_pair ? 1U : 0U;
    broken.rows += any_broken ? 1U : 0U;
  }

  void add(NeighbourState&& later) {
    if (later.ends.empty()) return;
    if (ends.empty()) {
      *this = std::move(later);
      return;
    }
    compare(ends.back(), later.ends.front());
    broken.add(std::move(later.broken));
    pairs += later.pairs;
    pair_rows += later.pair_rows;
    if (ends.size() == 2) ends.pop_back();
    ends.push_back(std::move(later.ends.back()));
  }
};

/// Compares every kept row with the kept row before it, element by element. A pair with a missing side is left out;
/// one with NaN is broken.
template <class T>
class Neighbours final : public AccumulatorOf<Neighbours<T>, NeighbourState<T>> {
 public:
  explicit Neighbours(Direction direction) : direction_(direction) {}

  [[nodiscard]] NeighbourState<T> measure(const BlockView& block) const {
    NeighbourState<T> found;
    found.direction = direction_;
    found.kind = block.kind;
    found.structure = block.structure;
    const std::uint64_t unbroken = quick_pairs(block);
    KeptRow<T> before;
    KeptRow<T> row;
    for (std::uint64_t i = 0; i < block.rows; ++i) {
      if (!block.kept_rows.empty() && block.kept_rows[i] == 0) continue;
      // Between the first and the last row of a healthy block nothing has to be looked at closely.
      if (unbroken > 0 && i > 0 && i + 1 < block.rows) continue;
      take(block, i, row);
      if (found.ends.empty()) {
        found.ends.push_back(row);
      } else if (unbroken == 0) {
        found.compare(before, row);
      }
      std::swap(before, row);
    }
    if (unbroken > 0) {
      found.pairs = unbroken;
      found.pair_rows = block.rows - 1;
    }
    if (!found.ends.empty() && before.number != found.ends.front().number) found.ends.push_back(std::move(before));
    return found;
  }

  [[nodiscard]] bool same_parameters(const Neighbours& other) const noexcept { return direction_ == other.direction_; }

 private:
  /// Number of pairs when all elements count and no pair is broken; else 0.
  [[nodiscard]] std::uint64_t quick_pairs(const BlockView& block) const {
    if (!block.judged.empty() || block.rows < 2) return 0;
    const auto values = std::get<std::span<const T>>(block.elements);
    const std::size_t row = block.row_elements;
    std::uint64_t broken = 0;
    for (std::size_t i = row; i < values.size(); ++i) broken += direction_.kept(values[i - row], values[i]) ? 0U : 1U;
    return broken == 0 ? values.size() - row : 0;
  }

  static void take(const BlockView& block, std::uint64_t number, KeptRow<T>& row) {
    const auto values =
        std::get<std::span<const T>>(block.elements).subspan(number * block.row_elements, block.row_elements);
    row.values.assign(values.begin(), values.end());
    row.present.clear();
    if (!block.judged.empty()) {
      const auto judged = block.judged.subspan(number * block.row_elements, block.row_elements);
      row.present.assign(judged.begin(), judged.end());
    }
    row.number = block.first_row + number;
  }

  Direction direction_;
};

}  // namespace assay::expect::detail
