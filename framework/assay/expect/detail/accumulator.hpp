#pragma once

#include <assay/expect/detail/block_view.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace assay::expect::detail {

/// What one accumulator found in one block.
class Partial {
 public:
  Partial() = default;
  Partial(const Partial&) = delete;
  Partial& operator=(const Partial&) = delete;
  virtual ~Partial() = default;
};

/// Gathers one metric of one dataset under one filter. Blocks are looked at on any thread; what was found is merged by
/// one thread in the order of the blocks. What comes out must not depend on where the blocks are cut.
class Accumulator {
 public:
  Accumulator() = default;
  Accumulator(const Accumulator&) = delete;
  Accumulator& operator=(const Accumulator&) = delete;
  virtual ~Accumulator() = default;

  [[nodiscard]] virtual std::unique_ptr<Partial> scan(const BlockView& block) const = 0;
  virtual void merge(std::unique_ptr<Partial> partial) = 0;
  /// True when the other one gathers the same metric with the same parameters (the filter is compared apart).
  [[nodiscard]] virtual bool same_as(const Accumulator& other) const = 0;

  /// Widened to gather what another one does; false when that is something else.
  virtual bool take_over([[maybe_unused]] const Accumulator& other) { return same_as(other); }

  /// Which summary of a block's numbers it looks at, so that it is made once for all.
  [[nodiscard]] virtual SummaryNeed summary_need() const noexcept { return SummaryNeed::kNone; }
  /// True when the summary of a block tells it all, so that the elements are not looked at.
  [[nodiscard]] virtual bool settled_by([[maybe_unused]] const BlockSummary& summary) const { return false; }

  /// True for one that keeps every value until the end; such ones share what a scan may keep.
  [[nodiscard]] virtual bool keeps_values() const noexcept { return false; }
  /// How much memory it may take for that, and how many values may come; before the first block.
  virtual void allow([[maybe_unused]] std::size_t bytes, [[maybe_unused]] std::uint64_t elements) {}
  /// All blocks were merged.
  virtual void finish() {}
};

/// Carries the types. `Self` offers `State measure(const BlockView&) const` and `bool same_parameters(const Self&)
/// const`; `State` offers `void add(State&&)`, which appends what was found in a later block.
template <class Self, class State>
class AccumulatorOf : public Accumulator {
 public:
  [[nodiscard]] std::unique_ptr<Partial> scan(const BlockView& block) const final {
    auto found = std::make_unique<Found>();
    found->state = static_cast<const Self&>(*this).measure(block);
    return found;
  }
  void merge(std::unique_ptr<Partial> partial) final { state_.add(std::move(static_cast<Found&>(*partial).state)); }
  [[nodiscard]] bool same_as(const Accumulator& other) const final {
    const auto* same = dynamic_cast<const Self*>(&other);
    return same != nullptr && static_cast<const Self&>(*this).same_parameters(*same);
  }
  [[nodiscard]] const State& state() const noexcept { return state_; }

 protected:
  [[nodiscard]] State& own_state() noexcept { return state_; }

 private:
  struct Found final : Partial {
    State state;
  };
  State state_;
};

}  // namespace assay::expect::detail
