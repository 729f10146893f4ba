#include <assay/expect/detail/row_filter.hpp>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <utility>

namespace assay::expect::detail {

void FilterCounts::add(const FilterCounts& later) noexcept {
  rows += later.rows;
  present_rows += later.present_rows;
  elements += later.elements;
  missing += later.missing;
  unwritten += later.unwritten;
  valueless += later.valueless;
  valueless_conditions += later.valueless_conditions;
}

RowFilter::RowFilter(const FilterSpec& spec, const Structure& structure, std::unique_ptr<const RowCondition> condition)
    : missing_(spec.missing, structure), condition_(std::move(condition)) {
  for (const Shard& shard : structure.shards) has_fill_.push_back(shard.fill ? 1 : 0);
}

namespace {

/// Ones for the elements of kept rows.
std::vector<std::uint8_t> elements_of_rows(const std::vector<std::uint8_t>& kept_rows, const BlockView& block) {
  if (kept_rows.empty()) return std::vector<std::uint8_t>(block.rows * block.row_elements, 1);
  std::vector<std::uint8_t> elements;
  elements.reserve(block.rows * block.row_elements);
  for (const std::uint8_t kept : kept_rows) elements.insert(elements.end(), block.row_elements, kept);
  return elements;
}

std::uint64_t count_ones(std::span<const std::uint8_t> flags) {
  return std::accumulate(flags.begin(), flags.end(), std::uint64_t{0});
}

/// The judged numbers of a block, one behind the other.
std::vector<std::byte> present_numbers(const Elements& elements, std::span<const std::uint8_t> judged) {
  std::vector<std::byte> present;
  std::visit(
      [&]<class Span>(const Span& values) {
        if constexpr (requires { requires std::is_arithmetic_v<typename Span::value_type>; }) {
          constexpr std::size_t kSize = sizeof(typename Span::value_type);
          present.resize(values.size() * kSize);
          std::byte* to = present.data();
          for (std::size_t i = 0; i < values.size(); ++i) {
            std::memcpy(to, &values[i], kSize);
            to += judged[i] != 0 ? kSize : 0;
          }
          present.resize(static_cast<std::size_t>(to - present.data()));
        }
      },
      elements);
  return present;
}

}  // namespace

BlockView FilteredBlock::view(BlockView block) const {
  block.kept_rows = kept_rows;
  block.judged = judged;
  if (judged.empty()) return block;
  std::visit(
      [&]<class Span>(const Span&) {
        if constexpr (requires { requires std::is_arithmetic_v<typename Span::value_type>; }) {
          using T = const typename Span::value_type;
          block.present = std::span<T>(static_cast<T*>(static_cast<const void*>(present.data())),
                                       present.size() / sizeof(typename Span::value_type));
        }
      },
      block.elements);
  return block;
}

bool RowFilter::keeps_all() const noexcept {
  if (condition_ != nullptr) return false;
  for (std::size_t shard = 0; shard < has_fill_.size(); ++shard) {
    if (missing_.of(shard).can_match()) return false;
  }
  return true;
}

FilteredBlock RowFilter::apply(const BlockView& block) const {
  FilteredBlock result;
  FilterCounts& counts = result.counts;
  counts.rows = block.rows;
  if (condition_ != nullptr) {
    result.kept_rows = condition_->evaluate(block, counts.valueless_conditions);
    for (std::uint8_t& row : result.kept_rows) row = row == RowCondition::kTrue ? 1 : 0;
    counts.rows = count_ones(result.kept_rows);
  }
  counts.elements = counts.rows * block.row_elements;
  counts.present_rows = block.row_elements > 0 ? counts.rows : 0;

  for (const auto& [begin, end] : block.unwritten) {
    if (result.kept_rows.empty()) {
      counts.unwritten += end - begin;
    } else {
      for (std::uint64_t element = begin; element < end; ++element) {
        counts.unwritten += result.kept_rows[element / block.row_elements];
      }
    }
  }
  const MissingTest& missing = missing_.of(block.shard);
  if (condition_ != nullptr || missing.can_match()) result.judged = elements_of_rows(result.kept_rows, block);
  if (missing.can_match()) {
    missing.clear_missing(block.elements, block.unwritten, result.judged);
    counts.missing = counts.elements - count_ones(result.judged);
    counts.present_rows = 0;
    for (std::uint64_t row = 0; row < block.rows; ++row) {
      const auto first = result.judged.begin() + static_cast<std::ptrdiff_t>(row * block.row_elements);
      const auto last = first + static_cast<std::ptrdiff_t>(block.row_elements);
      counts.present_rows += std::find(first, last, 1) != last ? 1U : 0U;
    }
  }
  if (has_fill_[block.shard] == 0) {
    for (const auto& [begin, end] : block.unwritten) {
      for (std::uint64_t element = begin; element < end; ++element) {
        counts.valueless += result.judged.empty() ? 1U : result.judged[element];
      }
    }
  }
  if (!result.judged.empty()) result.present = present_numbers(block.elements, result.judged);
  return result;
}

}  // namespace assay::expect::detail
