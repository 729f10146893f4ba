#pragma once

#include <assay/expect/detail/number_sample.hpp>

#include <cstddef>
#include <vector>

namespace assay::expect::detail {

/// The bins of numbers: cut at the nine deciles of a reference (quantiles as everywhere: linear interpolation), a value
/// at a cut to the lower side, both ends open. A value that two or more deciles share is a bin of its own, so that a
/// constant differs from all other values. A decile between infinities of both signs makes no cut.
class DecileBins {
 public:
  /// @param reference may be empty: there is then one bin.
  explicit DecileBins(const NumberSample& reference);

  [[nodiscard]] std::size_t size() const noexcept { return 2 * cuts_.size() + 1; }

  /// The bin of a value that is not NaN. @param from a bin at or below the right one, to go on from in ascending order.
  [[nodiscard]] std::size_t bin_of(const base::Number& value, std::size_t from = 0) const noexcept;

 private:
  struct Cut {
    base::Number value;
    bool repeated = false;
  };
  std::vector<Cut> cuts_;  ///< ascending, each value once; bin 2i lies below cut i, bin 2i + 1 is cut i itself
};

}  // namespace assay::expect::detail
