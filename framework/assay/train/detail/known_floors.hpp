#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::train::detail {

/// A loss that a model ends at when something definite is wrong.
struct KnownFloor {
  double value = 0;
  std::string name;   ///< `ln(1 + (C - 1) / e) with C = 10`
  std::string cause;  ///< what usually makes a model end there, as a clause
};

/// Of the targets of what is memorised.
struct TargetFacts {
  std::uint64_t classes = 0;                ///< 0: not known
  std::vector<std::uint64_t> label_counts;  ///< how often each label stands there; empty for targets that are values
  std::optional<double> variance;           ///< of targets that are values: mean squared distance from their mean
};

/// The floors that apply. Cross-entropy over C classes: double softmax, whose best loss is reached with probability 1
/// put through softmax again, -ln(e / (e + C - 1)); the labels' entropy, what knowing only their shares gives; ln C,
/// what equal scores give. Mean squared error: the variance, what the mean gives.
[[nodiscard]] std::vector<KnownFloor> known_floors(const TargetFacts& targets);

/// The level at which a loss stands still at the end of a run: the median of the last quarter of the losses, when the
/// medians of that quarter's halves differ by at most 1 %. None while it still moves, with fewer than 64 losses, or
/// when one of the last quarter is not finite.
[[nodiscard]] std::optional<double> plateau_of(std::span<const double> losses);

}  // namespace assay::train::detail
