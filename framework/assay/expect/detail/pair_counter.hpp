#pragma once

#include <assay/expect/detail/element_counter.hpp>
#include <assay/expect/detail/pair_relation.hpp>
#include <assay/expect/detail/partner.hpp>

#include <cstdint>
#include <utility>

namespace assay::expect::detail {

/// What became of all pairs.
struct PairState {
  BrokenElements broken;
  std::uint64_t pairs = 0;
  std::uint64_t pair_rows = 0;  ///< rows with at least one pair
  std::uint64_t left_out = 0;
  std::uint64_t unwritten = 0;
  std::uint64_t valueless = 0;

  void add(PairState&& later) {
    broken.add(std::move(later.broken));
    pairs += later.pairs;
    pair_rows += later.pair_rows;
    left_out += later.left_out;
    unwritten += later.unwritten;
    valueless += later.valueless;
  }
};

/// Counts the elements that do not stand to their partner as they should.
class PairCounter final : public AccumulatorOf<PairCounter, PairState> {
 public:
  PairCounter(Partner partner, Relation relation) : partner_(std::move(partner)), relation_(relation) {}

  [[nodiscard]] PairState measure(const BlockView& block) const;
  [[nodiscard]] bool same_parameters(const PairCounter& other) const noexcept {
    return partner_.companion() == other.partner_.companion() && relation_ == other.relation_;
  }

 private:
  Partner partner_;
  Relation relation_;
};

}  // namespace assay::expect::detail
