#pragma once

#include <assay/base/check_result.hpp>
#include <assay/expect/detail/element.hpp>
#include <assay/expect/detail/number_summary.hpp>
#include <assay/expect/detail/structure.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// Another dataset of the same rows, walked in step.
struct CompanionView {
  Elements elements;
  std::uint64_t row_elements = 1;
  std::span<const std::pair<std::uint64_t, std::uint64_t>> unwritten;
};

/// One block as an accumulator sees it, under the filter that the accumulator asked for.
struct BlockView {
  const Structure* structure = nullptr;  ///< of the dataset, or the part of it, that the block is of
  std::uint64_t first_row = 0;           ///< running through all shards
  std::uint64_t rows = 0;
  std::uint64_t row_elements = 1;
  std::size_t shard = 0;
  hdf5::ElementKind kind = hdf5::ElementKind::kOther;
  Elements elements;
  std::span<const std::pair<std::uint64_t, std::uint64_t>> unwritten;
  std::span<const CompanionView> companions;
  std::span<const std::uint8_t> kept_rows;  ///< 1 = kept by the condition; empty: all
  std::span<const std::uint8_t> judged;     ///< 1 = kept and present; empty: all elements
  Elements present;                         ///< of numbers: those that are judged; none where all are
  const BlockSummary* summary = nullptr;    ///< of the judged numbers; null where there is none
  InstructionSet instructions = InstructionSet::kBaseline;
};

/// The numbers that are kept and present, one behind the other.
template <class T>
[[nodiscard]] std::span<const T> judged_numbers(const BlockView& block) {
  return std::get<std::span<const T>>(block.judged.empty() ? block.elements : block.present);
}

/// The summary of the judged numbers, made here where nobody has made it yet.
template <class T>
[[nodiscard]] NumberSummary<T> summary_of(const BlockView& block, SummaryNeed need) {
  const auto* made = block.summary == nullptr ? nullptr : std::get_if<NumberSummary<T>>(block.summary);
  if (made != nullptr && made->holds >= need) return *made;
  return summarise(judged_numbers<T>(block), need, block.instructions);
}

/// Calls `visitor(index, value)` for each element that is kept and present.
template <class T, class Visitor>
void for_each_judged(const BlockView& block, Visitor&& visitor) {
  const auto values = std::get<std::span<const T>>(block.elements);
  if (block.judged.empty()) {
    for (std::size_t i = 0; i < values.size(); ++i) visitor(i, values[i]);
  } else {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (block.judged[i] != 0) visitor(i, values[i]);
    }
  }
}

/// The same for whatever numbers the block holds; nothing for others.
[[nodiscard]] BlockSummary summary_of_numbers(const BlockView& block, SummaryNeed need);

/// Row and position of an element of the block; the value is left out.
[[nodiscard]] base::Offender place_of_element(const BlockView& block, std::size_t element);
/// Row of the block as an offender: its position is that along the first dimension only.
[[nodiscard]] base::Offender place_of_row(const BlockView& block, std::uint64_t row);

}  // namespace assay::expect::detail
