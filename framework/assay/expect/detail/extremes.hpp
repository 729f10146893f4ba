#pragma once

#include <assay/expect/detail/accumulator.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace assay::expect::detail {

/// Smallest and largest value (NaN left out) and how many special ones there are.
struct ExtremeValues {
  base::Number smallest = std::numeric_limits<double>::infinity();  ///< of nothing: infinity
  base::Number largest = -std::numeric_limits<double>::infinity();  ///< of nothing: -infinity
  std::uint64_t zeros = 0;                                          ///< also -0.0; where they are counted
  std::uint64_t nans = 0;
  std::uint64_t positive_infinities = 0;
  std::uint64_t negative_infinities = 0;

  void add(ExtremeValues&& later) noexcept {
    if (base::compare(later.smallest, smallest) == base::Order::kLess) smallest = later.smallest;
    if (base::compare(later.largest, largest) == base::Order::kGreater) largest = later.largest;
    zeros += later.zeros;
    nans += later.nans;
    positive_infinities += later.positive_infinities;
    negative_infinities += later.negative_infinities;
  }
};

/// Offers them without their element type.
class ExtremeSource {
 public:
  virtual ~ExtremeSource() = default;
  [[nodiscard]] virtual const ExtremeValues& extremes() const noexcept = 0;
};

template <class T>
class Extremes final : public AccumulatorOf<Extremes<T>, ExtremeValues>, public ExtremeSource {
 public:
  /// @param zeros whether they are counted.
  explicit Extremes(bool zeros = false) : zeros_(zeros) {}

  [[nodiscard]] const ExtremeValues& extremes() const noexcept override { return this->state(); }

  [[nodiscard]] ExtremeValues measure(const BlockView& block) const {
    const ValueRange<T> range = summary_of<T>(block, SummaryNeed::kRange).range;
    ExtremeValues found;
    found.nans = range.nans;
    const auto count = [&](T value) {
      const auto values = judged_numbers<T>(block);
      return kernels<T>(block.instructions).equal(values.data(), values.size(), value);
    };
    if (zeros_) found.zeros = count(T{0});
    if (!(range.smallest <= range.largest)) return found;
    if constexpr (kReal) {
      if (range.smallest == -kInfinity) found.negative_infinities = count(-kInfinity);
      if (range.largest == kInfinity) found.positive_infinities = count(kInfinity);
    }
    // Adding 0 makes 0.0 of -0.0, so that it does not matter which of the two came first.
    found.smallest = to_number(static_cast<T>(range.smallest + T{0}));
    found.largest = to_number(static_cast<T>(range.largest + T{0}));
    return found;
  }

  [[nodiscard]] bool same_parameters(const Extremes& other) const noexcept { return zeros_ == other.zeros_; }
  bool take_over(const Accumulator& other) override {
    const auto* same = dynamic_cast<const Extremes*>(&other);
    if (same != nullptr) zeros_ = zeros_ || same->zeros_;
    return same != nullptr;
  }

  [[nodiscard]] SummaryNeed summary_need() const noexcept override { return SummaryNeed::kRange; }
  [[nodiscard]] bool settled_by(const BlockSummary& summary) const override {
    const auto* numbers = std::get_if<NumberSummary<T>>(&summary);
    if (numbers == nullptr || zeros_) return false;
    if constexpr (kReal) return numbers->range.smallest > -kInfinity && numbers->range.largest < kInfinity;
    return true;
  }

 private:
  static constexpr bool kReal = std::is_floating_point_v<T>;
  static constexpr T kInfinity = std::numeric_limits<T>::infinity();  ///< of floats

  bool zeros_;
};

}  // namespace assay::expect::detail
