#pragma once

#include <assay/expect/detail/block_view.hpp>
#include <assay/expect/detail/missing_test.hpp>
#include <assay/expect/detail/row_condition.hpp>
#include <assay/expect/detail/structure.hpp>
#include <assay/suite/expect_case.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace assay::expect::detail {

/// Which elements count: those of rows that the condition keeps, without the missing ones.
struct FilterSpec {
  std::optional<suite::Condition> where;
  suite::MissingRule missing;
  friend bool operator==(const FilterSpec&, const FilterSpec&) = default;
};

/// What a filter leaves of a dataset.
struct FilterCounts {
  std::uint64_t rows = 0;                  ///< kept
  std::uint64_t present_rows = 0;          ///< kept, with something present
  std::uint64_t elements = 0;              ///< of kept rows
  std::uint64_t missing = 0;               ///< of those, declared missing
  std::uint64_t unwritten = 0;             ///< of those, never written
  std::uint64_t valueless = 0;             ///< never written, not missing and without a fill value to stand for them
  std::uint64_t valueless_conditions = 0;  ///< the same in the datasets of the condition

  [[nodiscard]] std::uint64_t present() const noexcept { return elements - missing; }
  void add(const FilterCounts& later) noexcept;
};

/// A filter's view of one block.
struct FilteredBlock {
  std::vector<std::uint8_t> kept_rows;  ///< empty: all
  std::vector<std::uint8_t> judged;     ///< empty: all
  std::vector<std::byte> present;       ///< of numbers, where not all are judged: those that are
  FilterCounts counts;

  /// The view of a block under this filter.
  [[nodiscard]] BlockView view(BlockView block) const;
};

/// A filter made ready for one dataset.
class RowFilter {
 public:
  /// @param condition null: all rows are kept.
  RowFilter(const FilterSpec& spec, const Structure& structure, std::unique_ptr<const RowCondition> condition);

  /// True when every element counts, whatever it is.
  [[nodiscard]] bool keeps_all() const noexcept;
  /// @param block without `kept_rows` and `judged`. Safe from any thread.
  [[nodiscard]] FilteredBlock apply(const BlockView& block) const;

 private:
  MissingTests missing_;
  std::vector<std::uint8_t> has_fill_;  ///< a shard
  std::unique_ptr<const RowCondition> condition_;
};

}  // namespace assay::expect::detail
