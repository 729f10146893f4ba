#pragma once

#include <assay/expect/detail/accumulator.hpp>
#include <assay/expect/detail/exact_sums.hpp>

#include <algorithm>
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

  [[nodiscard]] ExactSums<T> measure(const BlockView& block) const {
    ExactSums<T> found;
    const auto values = std::get<std::span<const T>>(block.elements);
    for (std::size_t begin = 0; begin < values.size(); begin += ExactSums<T>::kTile) {
      const std::size_t count = std::min(ExactSums<T>::kTile, values.size() - begin);
      const auto judged = block.judged.empty() ? block.judged : block.judged.subspan(begin, count);
      found.add_tile(values.subspan(begin, count), judged, squares_);
    }
    return found;
  }

  [[nodiscard]] bool same_parameters(const Moments& other) const noexcept { return squares_ == other.squares_; }

  [[nodiscard]] MomentSums sums() const override {
    return {this->state().sum().number(), this->state().squares().number(), ExactSums<T>::kUnit,
            !std::is_floating_point_v<T>};
  }

 private:
  bool squares_;
};

}  // namespace assay::expect::detail
