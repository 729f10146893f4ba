#pragma once

#include <assay/train/recipe_registry.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay::train {

/// One fault that can be put into any recipe to see whether its tests notice.
struct FaultDescription {
  std::string_view id;      ///< `no_zero_grad`
  std::string_view what;    ///< what the recipe then does, as a clause: `gradients are never cleared`
  std::string_view source;  ///< where the fault was seen in the field, or whose test of tests has it
  bool ends = true;         ///< false: a step never returns, so it may only be run where somebody can end the process
};

/// All faults, in the order in which they are reported: the loop, the optimizer, the model, the batch, the modes, the
/// process.
[[nodiscard]] std::span<const FaultDescription> built_in_faults() noexcept;

/// Why a fault cannot be put into a recipe (no batch norm, no optimizer state, a training loop of its own, ...) as a
/// clause; none when it can. Builds the recipe from the settings once or more, and steps it; LibTorch's generator and
/// number of threads are put back.
/// @throws UserError for an id that is not there, with the nearest one, and when the recipe cannot be built.
[[nodiscard]] std::optional<std::string> why_not_applicable(const RecipeFactory& healthy,
                                                            const RecipeSettings& settings, std::string_view id);

/// A factory of the same recipe with the fault in it. What the recipe declares, its reference loss, its golden batch
/// and its padding stay those of the healthy one. A fault inside the training loop, or in the loss, replaces the
/// recipe's own `step` by the default one with the fault in it; `why_not_applicable` has made sure that this is the
/// same.
/// @throws UserError for an id that is not there, with the nearest one.
[[nodiscard]] RecipeFactory with_fault(RecipeFactory healthy, std::string_view id);

}  // namespace assay::train
