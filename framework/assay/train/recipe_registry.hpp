#pragma once

#include <assay/train/recipe_settings.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::train {

class Recipe;

using RecipeFactory = std::function<std::unique_ptr<Recipe>(const RecipeSettings&)>;

/// Says that a recipe was registered; held by a constant of the recipe's source.
struct RecipeRegistration {
  std::string name;
};

/// Makes a recipe known under a name of letters, digits and `_`, as suites write it. Called before `main`:
///
///     const auto kLenet = assay::train::register_recipe<Lenet>("lenet");
///
/// Never throws for a wrong or doubled name: there is nobody to catch it before `main`. The mistake is reported by the
/// first function below that is called.
RecipeRegistration register_recipe(std::string_view name, RecipeFactory factory, const char* file = __builtin_FILE(),
                                   int line = __builtin_LINE());

/// The same for a class that is built from RecipeSettings.
template <class UserRecipe>
RecipeRegistration register_recipe(std::string_view name, const char* file = __builtin_FILE(),
                                   int line = __builtin_LINE()) {
  return register_recipe(
      name, [](const RecipeSettings& settings) { return std::make_unique<UserRecipe>(settings); }, file, line);
}

/// Names of all recipes of this program, sorted.
/// @throws UserError when a name is not allowed or was registered twice, naming the sources.
[[nodiscard]] std::vector<std::string> recipe_names();

/// The factory of a recipe.
/// @throws UserError as above, and for a name that is not registered: with the nearest one and all that there are.
[[nodiscard]] RecipeFactory find_recipe(std::string_view name);

}  // namespace assay::train
