#pragma once

#include <assay/expect/detail/element_counter.hpp>
#include <assay/expect/detail/element_tests.hpp>
#include <assay/expect/detail/extremes.hpp>
#include <assay/expect/detail/moments.hpp>
#include <assay/expect/detail/row_interval.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// The statistic of one row of numbers as if it were a dataset of its own, from exact sums; NaN when it is undefined:
/// with a NaN in the row, infinities of both signs, and a deviation with an infinity or of a single value.
template <class T>
[[nodiscard]] base::Number row_statistic(RowMeasure measure, std::span<const T> values,
                                         std::span<const std::uint8_t> judged) {
  std::vector<T> present;
  if (!judged.empty()) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (judged[i] != 0) present.push_back(values[i]);
    }
    values = present;
  }
  BlockView row;
  row.elements = values;
  const ExtremeValues seen = Extremes<T>().measure(row);
  const double undefined = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  if (seen.nans > 0) return undefined;
  if (measure == RowMeasure::kMin) return seen.smallest;
  if (measure == RowMeasure::kMax) return seen.largest;
  const std::uint64_t infinities = seen.positive_infinities + seen.negative_infinities;
  if (infinities > 0) {
    if (measure == RowMeasure::kNorm) return infinity;
    if (measure == RowMeasure::kStd || (seen.positive_infinities > 0 && seen.negative_infinities > 0)) return undefined;
    return seen.positive_infinities > 0 ? infinity : -infinity;
  }
  const ExactSums<T> exact = Moments<T>(measure == RowMeasure::kStd || measure == RowMeasure::kNorm).measure(row);
  const MomentSums sums{exact.sum().number(), exact.squares().number(), ExactSums<T>::kUnit,
                        !std::is_floating_point_v<T>};
  const std::size_t count = values.size();
  if (measure == RowMeasure::kSum) return sum_of(sums);
  if (measure == RowMeasure::kMean) return mean_of(sums, count);
  if (measure == RowMeasure::kNorm) return norm_of(sums);
  return deviation_of(sums, count).value_or(undefined);
}

/// Counts the rows whose statistic is outside a bound. A row with nothing present is left out.
template <class T>
class RowStatistics final : public AccumulatorOf<RowStatistics<T>, BrokenElements> {
 public:
  RowStatistics(RowMeasure measure, const suite::Bound& bound)
      : measure_(measure), bound_(bound), range_(bound), inside_(bound) {}

  [[nodiscard]] BrokenElements measure(const BlockView& block) const {
    BrokenElements found;
    const auto values = std::get<std::span<const T>>(block.elements);
    const std::size_t length = block.row_elements;
    for (std::uint64_t row = 0; row < block.rows; ++row) {
      if (!block.kept_rows.empty() && block.kept_rows[row] == 0) continue;
      const auto own = values.subspan(row * length, length);
      if (block.judged.empty()) {
        if (surely_inside(own)) continue;
        judge(block, row, own, {}, found);
      } else {
        const auto judged = block.judged.subspan(row * length, length);
        if (std::find(judged.begin(), judged.end(), 1) != judged.end()) judge(block, row, own, judged, found);
      }
    }
    return found;
  }

  [[nodiscard]] bool same_parameters(const RowStatistics& other) const noexcept {
    return measure_ == other.measure_ && bound_ == other.bound_;
  }

 private:
  /// Healthy rows end here, without exact sums.
  [[nodiscard]] bool surely_inside(std::span<const T> values) const noexcept {
    if (measure_ != RowMeasure::kMin && measure_ != RowMeasure::kMax) {
      const RowInterval interval = row_interval(measure_, values);
      return range_(interval.low) && range_(interval.high);
    }
    T best = values.front();
    bool numbers = true;
    for (const T value : values) {
      best = (measure_ == RowMeasure::kMin) == (value < best) ? value : best;
      numbers = numbers && value == value;
    }
    return numbers && inside_(best);
  }

  void judge(const BlockView& block, std::uint64_t row, std::span<const T> values, std::span<const std::uint8_t> judged,
             BrokenElements& found) const {
    const base::Number statistic = row_statistic(measure_, values, judged);
    if (bound_.contains(statistic)) return;
    ++found.elements;
    ++found.rows;
    if (found.first_of_row.size() >= base::kMostOffenders) return;
    found.first_of_row.push_back(place_of_row(block, row));
    found.first_of_row.back().value = base::to_scalar(statistic);
  }

  RowMeasure measure_;
  suite::Bound bound_;
  Inside<double> range_;
  Inside<T> inside_;
};

/// Counts the rows that are not one 1 and else zeros; missing elements are neither.
template <class T>
class OneHotRows final : public AccumulatorOf<OneHotRows<T>, BrokenElements> {
 public:
  [[nodiscard]] BrokenElements measure(const BlockView& block) const {
    BrokenElements found;
    const auto values = std::get<std::span<const T>>(block.elements);
    for (std::uint64_t row = 0; row < block.rows; ++row) {
      if (!block.kept_rows.empty() && block.kept_rows[row] == 0) continue;
      std::uint64_t ones = 0;
      std::uint64_t others = 0;
      std::uint64_t present = 0;
      for (std::uint64_t i = row * block.row_elements; i < (row + 1) * block.row_elements; ++i) {
        if (!block.judged.empty() && block.judged[i] == 0) continue;
        ++present;
        ones += values[i] == T{1} ? 1U : 0U;
        others += values[i] == T{1} || values[i] == T{0} ? 0U : 1U;
      }
      if (present == 0 || (ones == 1 && others == 0)) continue;
      ++found.elements;
      ++found.rows;
      if (found.first_of_row.size() < base::kMostOffenders) found.first_of_row.push_back(place_of_row(block, row));
    }
    return found;
  }

  [[nodiscard]] bool same_parameters(const OneHotRows&) const noexcept { return true; }
};

}  // namespace assay::expect::detail
