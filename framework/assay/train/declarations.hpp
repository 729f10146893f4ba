#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::train {

/// What a recipe says about itself beyond its code. Nothing has to be declared; each declaration lets a check judge
/// what it otherwise only reports, or keeps it from alarming on what is meant so.
struct Declarations {
  /// Names of parameters that are not meant to learn: whole names, or a prefix with a dot at its end (`encoder.`).
  std::vector<std::string> frozen;
  /// Whether two forward passes in training mode may differ (dropout); none: not said.
  std::optional<bool> stochastic;
  /// Number of classes; 0: not said, then the width of the scores counts.
  std::uint64_t classes = 0;
  /// Number of steps of one run of training (`[train.*]`); 0: the recipe cannot be trained, only memorised.
  std::uint64_t steps = 0;
  /// `evaluate` is called after every so many steps of a training run and at its end; 0: at its end alone.
  std::uint64_t evaluate_every = 0;
};

}  // namespace assay::train
