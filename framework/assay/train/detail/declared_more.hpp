#pragma once

#include <assay/train/batch.hpp>
#include <assay/train/recipe_registry.hpp>

#include <optional>
#include <string>
#include <vector>

namespace assay::train {
struct Declarations;
struct StandardLoss;
class Recipe;
}  // namespace assay::train

namespace assay::train::detail {

/// One thing that a recipe could say about itself, found out by looking at it.
struct Declarable {
  std::string advice;               ///< `declare loss as cross-entropy`
  std::vector<std::string> checks;  ///< that judge by it
};

/// A recipe that says all of that, and what there is to say.
struct DeclaredMore {
  RecipeFactory factory;
  std::vector<Declarable> added;  ///< what the recipe does not say itself
};

/// Looks at the healthy recipe: the standard loss whose value `loss` has on batch 0 in evaluation mode (within 1e-4),
/// whether two passes in training mode differ, and the options of its optimizer.
[[nodiscard]] DeclaredMore declared_more(RecipeFactory healthy, const RecipeSettings& settings);

}  // namespace assay::train::detail
