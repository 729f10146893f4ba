#include <assay/base/error.hpp>
#include <assay/train/detail/build_recipe.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/recipe.hpp>

#include <fmt/format.h>

#include <exception>

namespace assay::train::detail {

std::unique_ptr<Recipe> build_recipe(const RecipeFactory& factory, const RecipeSettings& settings) {
  std::unique_ptr<Recipe> recipe;
  try {
    recipe = factory(settings);
  } catch (const base::InfrastructureError&) {
    throw;
  } catch (const std::exception& error) {
    throw base::UserError(
        fmt::format("the recipe cannot be built with seed {}: {}", settings.seed, told(error.what())));
  }
  if (recipe == nullptr) {
    throw base::UserError("the recipe's factory made nothing");
  }
  return recipe;
}

}  // namespace assay::train::detail
