#pragma once

#include <assay/suite/memorize_case.hpp>
#include <assay/train/recipe_registry.hpp>
#include <assay/train/run_settings.hpp>

#include <cstdint>
#include <string>

namespace assay::train::detail {

/// Where a run's first number that is not finite came from, as clauses for the end of a sentence, found by running
/// again from the same seed with every operator watched at the step that went bad: the first operator that made NaN out
/// of inputs without (or, when there is no NaN, an infinity out of finite ones), forward or backward, what its inputs
/// were, the last parameter that had been used by then; and whether it happens in float64 too. Empty when the second
/// run does not go bad. Never throws for what the recipe does.
/// @param step at which the loss, or before it the gradient, was not finite.
[[nodiscard]] std::string non_finite_origin(const RecipeFactory& factory, const suite::MemorizeCase& wanted,
                                            const RunSettings& settings, std::uint64_t step);

}  // namespace assay::train::detail
