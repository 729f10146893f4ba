#pragma once

#include <assay/run/prediction_order.hpp>

#include "invocation.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}  // namespace CLI

namespace assay::tools {

/// The options by which a verb takes the answers of a recipe's model in place of a file with answers.
struct RecipeOptions {
  std::string recipe;
  std::string checkpoint;
  std::string project = ".";
  std::string build;
  std::uint64_t seed = 0;
  unsigned threads = 1;

  void add_to(CLI::App& verb);
  [[nodiscard]] bool given() const noexcept { return !recipe.empty() || !checkpoint.empty(); }
};

/// Has the model answer: finds the project's program that knows the recipe and runs it with the order, whose recipe,
/// checkpoint, seed and threads are set here and whose paths are made absolute.
/// @param folder for the order itself
/// @throws base::UserError when the recipe or the checkpoint is not given or not there, when no program or more than
/// one knows the recipe, and what the program calls a mistake; base::InfrastructureError when it fails
void ask_recipe(const RecipeOptions& options, const Invocation& invocation, run::PredictionOrder order,
                const std::filesystem::path& folder);

}  // namespace assay::tools
