#pragma once

#include <assay/expect/detail/exact_sums.hpp>
#include <assay/expect/detail/kernels.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

namespace assay::expect::detail {

/// How much of a summary is asked for; each holds what the ones before it do.
enum class SummaryNeed : std::uint8_t { kNone, kRange, kSums, kSquares };

/// What several checks want to know of the same numbers, found in one go.
template <class T>
struct NumberSummary {
  SummaryNeed holds = SummaryNeed::kNone;
  ValueRange<T> range{};
  ExactSums<T> sums;  ///< infinities and NaN left out
};

/// The summary of a block in the type of its elements; none where nobody asked.
using BlockSummary =
    std::variant<std::monostate, NumberSummary<std::int8_t>, NumberSummary<std::uint8_t>, NumberSummary<std::int16_t>,
                 NumberSummary<std::uint16_t>, NumberSummary<std::int32_t>, NumberSummary<std::uint32_t>,
                 NumberSummary<std::int64_t>, NumberSummary<std::uint64_t>, NumberSummary<float>,
                 NumberSummary<double>>;

template <class T>
[[nodiscard]] NumberSummary<T> summarise(std::span<const T> values, SummaryNeed need, InstructionSet set);

/// Summaries of the columns of rows that lie one behind the other, without taking them apart.
/// @param found one for each column, at most `kMostColumns`.
void summarise_columns(std::span<const float> rows, SummaryNeed need, InstructionSet set,
                       std::span<NumberSummary<float>> found);

}  // namespace assay::expect::detail
