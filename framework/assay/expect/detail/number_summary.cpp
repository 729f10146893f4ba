#include <assay/expect/detail/number_summary.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

namespace assay::expect::detail {

namespace {

/// Adds what the quick sums had to leave out, one value after the other.
void add_left_out(std::span<const float> rows, std::size_t columns, std::size_t column, const ColumnSums& quick,
                  bool squares, ExactSums<float>& sums) {
  if (quick.least == 0) return;  // then only infinities and NaN were
  const auto least_less_one = std::bit_cast<std::uint32_t>(quick.least) - 1;
  for (std::size_t i = column; i < rows.size(); i += columns) {
    const std::uint32_t magnitude = std::bit_cast<std::uint32_t>(rows[i]) & 0x7FFFFFFFU;
    if (magnitude - 1 < least_less_one) sums.add_value(rows[i], squares);
  }
}

}  // namespace

namespace {

void widen(ValueRange<float>& range, const ValueRange<float>& other) {
  range.smallest = std::min(range.smallest, other.smallest);
  range.largest = std::max(range.largest, other.largest);
  range.nans += other.nans;
}

/// One tile of rows, which the second nearest cache holds, so that it is read from further away only once.
void add_tile(std::span<const float> rows, SummaryNeed need, InstructionSet set,
              std::span<NumberSummary<float>> found) {
  const std::size_t columns = found.size();
  const std::size_t count = rows.size() / columns;
  std::array<ValueRange<float>, kMostColumns> ranges;
  kernels<float>(set).ranges(rows.data(), count, columns, ranges.data());
  for (std::size_t column = 0; column < columns; ++column) widen(found[column].range, ranges[column]);
  if (need < SummaryNeed::kSums) return;
  const bool squares = need == SummaryNeed::kSquares;
  std::array<ColumnSums, kMostColumns> quick;
  const SumKernels& kernels = sum_kernels(set);
  (squares ? kernels.sums_and_squares : kernels.sums)(rows.data(), count, columns, ranges.data(), quick.data());
  for (std::size_t column = 0; column < columns; ++column) {
    ExactSums<float>& sums = found[column].sums;
    // Where the quick way leaves out much, the other way is the quicker one.
    constexpr std::uint64_t kMuch = 16;
    if (quick[column].left_out <= count / kMuch) {
      sums.add_columns(quick[column], squares);
      if (quick[column].left_out > 0) add_left_out(rows, columns, column, quick[column], squares, sums);
    } else if (columns == 1) {
      sums.add_values(rows, squares);
    } else {
      std::vector<float> values(count);
      for (std::size_t i = 0; i < count; ++i) values[i] = rows[i * columns + column];
      sums.add_values(values, squares);
    }
  }
}

}  // namespace

void summarise_columns(std::span<const float> rows, SummaryNeed need, InstructionSet set,
                       std::span<NumberSummary<float>> found) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr std::size_t kTileValues = std::size_t{1} << 16U;
  for (NumberSummary<float>& summary : found) {
    summary = {};
    summary.holds = need;
    summary.range = {kInfinity, -kInfinity, 0, 0};
  }
  const std::size_t tile = std::max<std::size_t>(kTileValues / found.size(), 1) * found.size();
  for (std::size_t begin = 0; begin < rows.size(); begin += tile) {
    add_tile(rows.subspan(begin, std::min(tile, rows.size() - begin)), need, set, found);
  }
}

template <class T>
NumberSummary<T> summarise(std::span<const T> values, SummaryNeed need, InstructionSet set) {
  NumberSummary<T> found;
  if constexpr (std::is_same_v<T, float>) {
    summarise_columns(values, need, set, std::span(&found, 1));
  } else {
    found.holds = need;
    kernels<T>(set).ranges(values.data(), values.size(), 1, &found.range);
    if (need >= SummaryNeed::kSums) found.sums.add_values(values, need == SummaryNeed::kSquares);
  }
  return found;
}

template NumberSummary<std::int8_t> summarise(std::span<const std::int8_t>, SummaryNeed, InstructionSet);
template NumberSummary<std::uint8_t> summarise(std::span<const std::uint8_t>, SummaryNeed, InstructionSet);
template NumberSummary<std::int16_t> summarise(std::span<const std::int16_t>, SummaryNeed, InstructionSet);
template NumberSummary<std::uint16_t> summarise(std::span<const std::uint16_t>, SummaryNeed, InstructionSet);
template NumberSummary<std::int32_t> summarise(std::span<const std::int32_t>, SummaryNeed, InstructionSet);
template NumberSummary<std::uint32_t> summarise(std::span<const std::uint32_t>, SummaryNeed, InstructionSet);
template NumberSummary<std::int64_t> summarise(std::span<const std::int64_t>, SummaryNeed, InstructionSet);
template NumberSummary<std::uint64_t> summarise(std::span<const std::uint64_t>, SummaryNeed, InstructionSet);
template NumberSummary<float> summarise(std::span<const float>, SummaryNeed, InstructionSet);
template NumberSummary<double> summarise(std::span<const double>, SummaryNeed, InstructionSet);

}  // namespace assay::expect::detail
