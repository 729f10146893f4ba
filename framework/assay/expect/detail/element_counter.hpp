#pragma once

#include <assay/base/check_result.hpp>
#include <assay/expect/detail/accumulator.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// Elements and rows that break a test, exactly counted, and the first few of each.
struct BrokenElements {
  std::uint64_t elements = 0;
  std::uint64_t rows = 0;                    ///< with at least one such element
  std::vector<base::Offender> first;         ///< elements
  std::vector<base::Offender> first_of_row;  ///< the first such element of a row, for the first such rows

  void add(BrokenElements&& later);
};

/// Counts the elements for which `Test` (a pure function of the value, comparable with ==) is false. Where it offers
/// `holds_within(range)`, healthy blocks are known by their smallest and largest value.
template <class T, class Test>
class ElementCounter final : public AccumulatorOf<ElementCounter<T, Test>, BrokenElements> {
 public:
  explicit ElementCounter(Test test) : test_(std::move(test)) {}

  [[nodiscard]] BrokenElements measure(const BlockView& block) const {
    BrokenElements found;
    if constexpr (kTold) {
      if (test_.holds_within(summary_of<T>(block, SummaryNeed::kRange).range)) return found;
      describe(block, found);
      return found;
    }
    std::uint64_t broken = 0;
    for_each_judged<T>(block, [&](std::size_t, const T& value) { broken += test_(value) ? 0U : 1U; });
    // Healthy data end here: only the quick loop has run.
    if (broken > 0) describe(block, found);
    return found;
  }

  [[nodiscard]] bool same_parameters(const ElementCounter& other) const { return test_ == other.test_; }

  [[nodiscard]] SummaryNeed summary_need() const noexcept override {
    return kTold ? SummaryNeed::kRange : SummaryNeed::kNone;
  }
  [[nodiscard]] bool settled_by([[maybe_unused]] const BlockSummary& summary) const override {
    if constexpr (kTold) {
      const auto* numbers = std::get_if<NumberSummary<T>>(&summary);
      return numbers != nullptr && test_.holds_within(numbers->range);
    }
    return false;
  }

 private:
  /// Whether smallest and largest value can tell that none is broken.
  static constexpr bool kTold = requires(const Test& test, const ValueRange<T>& range) { test.holds_within(range); };

  void describe(const BlockView& block, BrokenElements& found) const {
    std::uint64_t next_row = 0;
    for_each_judged<T>(block, [&](std::size_t index, const T& value) {
      if (test_(value)) return;
      ++found.elements;
      const std::uint64_t row = index / block.row_elements;
      const bool first_in_row = row >= next_row;
      if (first_in_row) {
        next_row = row + 1;
        ++found.rows;
      }
      const bool list_row = first_in_row && found.first_of_row.size() < base::kMostOffenders;
      if (found.first.size() >= base::kMostOffenders && !list_row) return;
      base::Offender offender = place_of_element(block, index);
      offender.value = to_element_scalar(value, block.kind);
      if (list_row) found.first_of_row.push_back(offender);
      if (found.first.size() < base::kMostOffenders) found.first.push_back(std::move(offender));
    });
  }

  Test test_;
};

}  // namespace assay::expect::detail
