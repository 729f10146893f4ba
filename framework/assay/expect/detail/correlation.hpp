#pragma once

#include <assay/expect/detail/accumulator.hpp>
#include <assay/expect/detail/chunked_sum.hpp>
#include <assay/expect/detail/partner.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace assay::expect::detail {

/// Sums over pairs (x, y), without any rounding: x and y in units of 2^-1074, their products in the square of that.
struct PairSums {
  ChunkedSum<36> x;
  ChunkedSum<36> y;
  ChunkedSum<70> xx;
  ChunkedSum<70> yy;
  ChunkedSum<70> xy;
};

/// What a correlation is worked out from.
struct CorrelationState {
  std::unique_ptr<PairSums> sums;  ///< none: no pair yet
  std::uint64_t pairs = 0;         ///< also those that are not finite
  std::uint64_t nans = 0;          ///< pairs with a NaN
  std::uint64_t infinities = 0;    ///< other pairs with an infinity
  std::uint64_t left_out = 0;
  std::uint64_t unwritten = 0;
  std::uint64_t valueless = 0;

  void add(CorrelationState&& later);
};

/// Gathers the pairs of two datasets of numbers.
class CorrelationSums final : public AccumulatorOf<CorrelationSums, CorrelationState> {
 public:
  explicit CorrelationSums(Partner partner) : partner_(std::move(partner)) {}

  [[nodiscard]] CorrelationState measure(const BlockView& block) const;
  [[nodiscard]] bool same_parameters(const CorrelationSums& other) const noexcept {
    return partner_.companion() == other.partner_.companion();
  }

 private:
  Partner partner_;
};

/// Pearson's r of finite pairs, within a few units of the last place and never beyond -1 and 1; none when a side does
/// not vary.
[[nodiscard]] std::optional<double> correlation_of(const PairSums& sums, std::uint64_t pairs);

}  // namespace assay::expect::detail
