#pragma once

#include <assay/expect/detail/accumulator.hpp>
#include <assay/expect/detail/exact_sums.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace assay::expect::detail {

/// The finished sums, whatever the type: the sum is `sum * 2^unit`, that of the squares `squares * 2^(2 unit)`.
struct MomentSums {
  BigNumber sum;
  BigNumber squares;
  int unit = 0;
  bool whole_numbers = true;
};

/// The sum in its own kind: whole numbers as int64 or uint64 when it fits, else (and for floats) the nearest double.
[[nodiscard]] base::Number sum_of(const MomentSums& sums);
/// sum / count, as the nearest double; beyond 2^53 a mean that is a whole number stays one. @param count not 0.
[[nodiscard]] base::Number mean_of(const MomentSums& sums, std::uint64_t count);
/// Standard deviation with n - 1: sqrt((n * squares - sum^2) / (n * (n - 1))), the difference exact; none for n < 2.
[[nodiscard]] std::optional<double> deviation_of(const MomentSums& sums, std::uint64_t count);

/// Square root of the sum of squares, within two units of the last place; infinity beyond the range of double.
[[nodiscard]] double norm_of(const MomentSums& sums);

/// Offers the finished sums without their element type.
class MomentSource {
 public:
  virtual ~MomentSource() = default;
  [[nodiscard]] virtual MomentSums sums() const = 0;
};

/// Exact sum and, when asked for, sum of squares. Infinities and NaN are left out; `Extremes` counts them.
template <class T>
class Moments final : public AccumulatorOf<Moments<T>, ExactSums<T>>, public MomentSource {
 public:
  explicit Moments(bool squares) : squares_(squares) {}

  [[nodiscard]] ExactSums<T> measure(const BlockView& block) const { return summary_of<T>(block, summary_need()).sums; }

  [[nodiscard]] bool same_parameters(const Moments& other) const noexcept { return squares_ == other.squares_; }
  bool take_over(const Accumulator& other) override {
    const auto* same = dynamic_cast<const Moments*>(&other);
    if (same != nullptr) squares_ = squares_ || same->squares_;
    return same != nullptr;
  }

  [[nodiscard]] SummaryNeed summary_need() const noexcept override {
    return squares_ ? SummaryNeed::kSquares : SummaryNeed::kSums;
  }
  [[nodiscard]] bool settled_by(const BlockSummary& summary) const override {
    const auto* numbers = std::get_if<NumberSummary<T>>(&summary);
    return numbers != nullptr && numbers->holds >= summary_need();
  }

  [[nodiscard]] MomentSums sums() const override {
    return {this->state().sum().number(), this->state().squares().number(), ExactSums<T>::kUnit,
            !std::is_floating_point_v<T>};
  }

 private:
  bool squares_;
};

}  // namespace assay::expect::detail
