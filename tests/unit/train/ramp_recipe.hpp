#pragma once

#include <assay/train/recipe.hpp>
#include <assay/train/recipe_registry.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace assay::train {

/// The parameters of `v * (w * x + b)`.
struct RampNumbers {
  double w = 0;
  double b = 0;
  double v = 0;
};

/// What Ramp starts from, its samples and its rate, to work its steps out by hand.
inline constexpr RampNumbers kRampStart{0.5, -0.25, 1.5};
inline constexpr std::array<double, 4> kRampInputs = {1, 2, 3, -1};
inline constexpr std::array<double, 4> kRampTargets = {2, -1, 0.5, 1};
inline constexpr double kRampRate = 0.05;

struct RampOptions {
  bool own_loop = false;    ///< a step of its own that updates twice
  bool one_layer = false;   ///< `w * x + b` alone
  bool declares = true;     ///< squared error
  bool one_target = false;  ///< all targets are 2
};

/// Two layers, `inner` with weight and bias and `outer` with a weight; mean squared error; plain SGD; batches of 4.
[[nodiscard]] RecipeFactory ramp(RampOptions options = {});

[[nodiscard]] RampNumbers numbers_of(Recipe& recipe);

/// Mean squared error of some samples, and its gradient by the chain rule, in double.
[[nodiscard]] double ramp_loss(const RampNumbers& at, const std::vector<double>& x, const std::vector<double>& y);
[[nodiscard]] RampNumbers ramp_gradient(const RampNumbers& at, const std::vector<double>& x,
                                        const std::vector<double>& y);

}  // namespace assay::train
