#pragma once

#include <assay/expect/detail/accumulator.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace assay::expect::detail {

/// Where the elements of one position of a dimension lie in a block: of every `stride * extent` elements in a row, the
/// `stride` ones from `position * stride` on. For the first dimension a position is a row.
struct AxisLayout {
  std::size_t axis = 0;      ///< 0: the rows
  std::uint64_t extent = 1;  ///< positions
  std::uint64_t stride = 1;  ///< elements of a row from one position to the next; of the first dimension all
  friend bool operator==(const AxisLayout&, const AxisLayout&) = default;
};

/// How many elements of kept rows a position has, and how many of them are missing.
struct PositionCounts {
  std::uint64_t elements = 0;
  std::uint64_t missing = 0;
};

/// Feeds an accumulator for each position of a dimension with the elements there, as if they were a dataset of their
/// own.
template <class T, class Inner>
class AxisMetric final : public Accumulator {
 public:
  /// @param make makes the accumulator of one position.
  template <class Make>
  AxisMetric(AxisLayout layout, Make&& make) : layout_(layout), counts_(layout.extent) {
    inner_.reserve(layout.extent);
    for (std::uint64_t i = 0; i < layout.extent; ++i) inner_.push_back(make());
  }

  [[nodiscard]] std::unique_ptr<Partial> scan(const BlockView& block) const override {
    auto found = std::make_unique<Found>();
    const bool rows = layout_.axis == 0;
    found->first = rows ? block.first_row : 0;
    found->parts.resize(rows ? block.rows : layout_.extent);
    const std::vector<NumberSummary<float>> columns = summaries_of(block);
    std::vector<T> values;
    for (std::uint64_t position = 0; position < found->parts.size(); ++position) {
      Part& part = found->parts[position];
      BlockSummary summary;
      BlockView view = block;
      if (!columns.empty()) summary = columns[position];
      if (!columns.empty() && inner_.front()->settled_by(summary)) {
        part.counts.elements = block.rows * block.row_elements / layout_.extent;
        view.summary = &summary;
        values.clear();
      } else {
        gather(block, position, values, part.counts);
        view.summary = nullptr;
      }
      view.elements = std::span<const T>(values);
      view.judged = {};
      view.present = {};
      view.kept_rows = {};
      view.unwritten = {};
      view.rows = values.size();
      view.row_elements = 1;
      part.partial = inner_.front()->scan(view);
    }
    return found;
  }

  void merge(std::unique_ptr<Partial> partial) override {
    auto& found = static_cast<Found&>(*partial);
    for (std::size_t i = 0; i < found.parts.size(); ++i) {
      const std::size_t position = static_cast<std::size_t>(found.first) + i;
      inner_[position]->merge(std::move(found.parts[i].partial));
      counts_[position].elements += found.parts[i].counts.elements;
      counts_[position].missing += found.parts[i].counts.missing;
    }
  }

  [[nodiscard]] bool same_as(const Accumulator& other) const override {
    const auto* same = dynamic_cast<const AxisMetric*>(&other);
    return same != nullptr && layout_ == same->layout_ && inner_.front()->same_as(*same->inner_.front());
  }

  [[nodiscard]] bool keeps_values() const noexcept override { return inner_.front()->keeps_values(); }
  void allow(std::size_t bytes, std::uint64_t elements) override {
    const std::size_t sharing = inner_.size();
    for (const auto& inner : inner_) inner->allow(bytes / sharing, elements / sharing + 1);
  }
  void finish() override {
    for (const auto& inner : inner_) inner->finish();
  }

  [[nodiscard]] const Inner& at(std::size_t position) const { return *inner_[position]; }
  [[nodiscard]] const PositionCounts& counts_at(std::size_t position) const { return counts_[position]; }

 private:
  struct Part {
    PositionCounts counts;
    std::unique_ptr<Partial> partial;
  };
  struct Found final : Partial {
    std::uint64_t first = 0;  ///< position of the first part
    std::vector<Part> parts;
  };

  /// Where the positions are those of the last dimension, and every float counts: a summary of each, without taking the
  /// values apart; else none.
  [[nodiscard]] std::vector<NumberSummary<float>> summaries_of(const BlockView& block) const {
    if constexpr (std::is_same_v<T, float>) {
      const SummaryNeed need = inner_.front()->summary_need();
      const bool plain = block.judged.empty() && block.kept_rows.empty();
      if (plain && need != SummaryNeed::kNone && layout_.axis > 0 && layout_.stride == 1 &&
          layout_.extent <= kMostColumns) {
        std::vector<NumberSummary<float>> columns(layout_.extent);
        summarise_columns(std::get<std::span<const T>>(block.elements), need, block.instructions, columns);
        return columns;
      }
    }
    return {};
  }

  /// The values at one position that are kept and present.
  void gather(const BlockView& block, std::uint64_t position, std::vector<T>& values, PositionCounts& counts) const {
    values.clear();
    if (layout_.axis == 0) {
      take(block, position, 0, block.row_elements, values, counts);
      return;
    }
    values.reserve(block.rows * block.row_elements / layout_.extent);
    for (std::uint64_t row = 0; row < block.rows; ++row) {
      for (std::uint64_t begin = position * layout_.stride; begin < block.row_elements;
           begin += layout_.extent * layout_.stride) {
        take(block, row, begin, layout_.stride, values, counts);
      }
    }
  }

  static void take(const BlockView& block, std::uint64_t row, std::uint64_t begin, std::uint64_t count,
                   std::vector<T>& values, PositionCounts& counts) {
    if (!block.kept_rows.empty() && block.kept_rows[row] == 0) return;
    const std::uint64_t first = row * block.row_elements + begin;
    const auto all = std::get<std::span<const T>>(block.elements).subspan(first, count);
    counts.elements += count;
    if (block.judged.empty()) {
      values.insert(values.end(), all.begin(), all.end());
      return;
    }
    const auto judged = block.judged.subspan(first, count);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (judged[i] != 0) {
        values.push_back(all[i]);
      } else {
        ++counts.missing;
      }
    }
  }

  AxisLayout layout_;
  std::vector<std::unique_ptr<Inner>> inner_;
  std::vector<PositionCounts> counts_;
};

}  // namespace assay::expect::detail
