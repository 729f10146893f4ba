#pragma once

#include <assay/expect/detail/block_view.hpp>
#include <assay/expect/detail/missing_test.hpp>
#include <assay/expect/detail/scan.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace assay::expect::detail {

/// Which pairs of a block count: both sides are present, in a row that is kept.
struct JudgedPairs {
  std::vector<std::uint8_t> judged;  ///< 1 = counts; an element each
  std::uint64_t left_out = 0;        ///< pairs of kept rows with a missing side
  std::uint64_t unwritten = 0;       ///< never-written partners in kept rows
  std::uint64_t valueless = 0;       ///< of the judged pairs, those whose partner has no value at all
};

/// A dataset of the same shape, of which each element is the partner of one of the scanned dataset.
class Partner {
 public:
  Partner(std::size_t companion, const Companion& other, const suite::MissingRule& missing);

  [[nodiscard]] std::size_t companion() const noexcept { return companion_; }
  [[nodiscard]] const Elements& elements(const BlockView& block) const { return block.companions[companion_].elements; }
  [[nodiscard]] JudgedPairs pairs(const BlockView& block) const;

 private:
  std::size_t companion_;
  bool aligned_;  ///< else all its files have one fill value
  std::shared_ptr<const MissingTests> missing_;
  std::vector<std::uint8_t> has_fill_;  ///< a shard
};

}  // namespace assay::expect::detail
