#pragma once

#include <assay/train/recipe_registry.hpp>

#include <memory>

namespace assay::train::detail {

/// Calls a factory. @throws UserError with the cause and the seed when it throws or makes nothing.
[[nodiscard]] std::unique_ptr<Recipe> build_recipe(const RecipeFactory& factory, const RecipeSettings& settings);

}  // namespace assay::train::detail
