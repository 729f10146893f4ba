#include "recipe_answers.hpp"

#include <assay/base/error.hpp>
#include <assay/base/nearest_name.hpp>
#include <assay/run/foreground.hpp>
#include <assay/run/worker_programs.hpp>
#include <assay/suite/load.hpp>

#include "beside.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace assay::tools {
namespace {

std::string unknown_recipe(const RecipeOptions& options, const std::set<std::string>& known) {
  if (known.empty()) {
    return fmt::format(
        "--recipe {}: no program of {} has recipes; build the suite that registers it with assay_add_suite(), and name "
        "the build tree with --build and the project with --project",
        options.recipe, options.project);
  }
  const std::vector<std::string> names(known.begin(), known.end());
  return fmt::format("--recipe {}: no program of {} knows it; they know {}{}", options.recipe, options.project,
                     fmt::join(names, ", "), base::did_you_mean(options.recipe, names));
}

/// The one program of the project that knows the recipe.
std::filesystem::path find_program(const RecipeOptions& options, const Invocation& invocation) {
  const suite::Project project = suite::load_project(options.project);
  const auto build = options.build.empty() ? std::nullopt : std::optional<std::filesystem::path>(options.build);
  std::set<std::string> known;
  std::set<std::filesystem::path> fitting;
  for (const auto& [suite, program] : run::find_programs(project, invocation.stock, build)) {
    known.insert(program.recipes.begin(), program.recipes.end());
    if (std::find(program.recipes.begin(), program.recipes.end(), options.recipe) != program.recipes.end()) {
      fitting.insert(program.executable);
    }
  }
  if (fitting.empty()) {
    throw base::UserError(unknown_recipe(options, known));
  }
  if (fitting.size() > 1) {
    std::vector<std::string> names;
    for (const std::filesystem::path& program : fitting) {
      names.push_back(program.native());
    }
    throw base::UserError(
        fmt::format("--recipe {}: {} programs know it; name the folder of one suite with --project: {}", options.recipe,
                    names.size(), fmt::join(names, ", ")));
  }
  return *fitting.begin();
}

void make_absolute(std::filesystem::path& path) {
  if (!path.empty()) {
    path = std::filesystem::absolute(path);
  }
}

void make_absolute(std::optional<run::OrderedDataset>& place) {
  if (place) {
    make_absolute(place->file);
  }
}

}  // namespace

void RecipeOptions::add_to(CLI::App& verb) {
  verb.add_option("--recipe", recipe, "Ask the model of this recipe, in place of a file with answers");
  verb.add_option("--checkpoint", checkpoint, "With --recipe: the values of the model");
  verb.add_option("--project", project, "With --recipe: where the suites are whose programs know it")
      ->capture_default_str();
  verb.add_option("--build", build,
                  "With --recipe: build tree of those programs (default: $ASSAY_BUILD, or the only one)");
  verb.add_option("--seed", seed, "With --recipe: the seed from which it is built")->capture_default_str();
  verb.add_option("--threads", threads, "With --recipe: threads of its model")
      ->capture_default_str()
      ->check(CLI::Range(1U, 1024U));
}

void ask_recipe(const RecipeOptions& options, const Invocation& invocation, run::PredictionOrder order,
                const std::filesystem::path& folder) {
  if (options.recipe.empty() || options.checkpoint.empty()) {
    throw base::UserError("--recipe NAME and --checkpoint FILE belong together: a recipe has no values of its own");
  }
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(options.checkpoint, ignored)) {
    throw base::UserError(fmt::format("--checkpoint {}: no such file", options.checkpoint));
  }
  order.recipe = options.recipe;
  order.checkpoint = options.checkpoint;
  order.seed = options.seed;
  order.threads = options.threads;
  make_absolute(order.checkpoint);
  make_absolute(order.suite);
  make_absolute(order.into);
  make_absolute(order.inputs);
  make_absolute(order.labels);
  const std::filesystem::path program = find_program(options, invocation);
  const std::filesystem::path file = std::filesystem::absolute(folder / "order.json");
  run::write_prediction_order(order, file);
  run::ForegroundTask task{.program = std::filesystem::absolute(program),
                           .arguments = {"--assay_predict=" + file.native()}};
  const std::string threads = std::to_string(options.threads);
  task.output_is_result = false;
  task.env = {{"OMP_NUM_THREADS", threads}, {"MKL_NUM_THREADS", threads}};
  const base::ExitCode exit =
      run_beside(task, fmt::format(" while it asked the model of recipe {} for answers", options.recipe));
  if (exit == base::ExitCode::kUserError) {
    throw base::UserError(
        fmt::format("recipe {} gave no answers; {} says above why", options.recipe, program.filename().native()));
  }
  if (exit != base::ExitCode::kPassed) {
    throw base::InfrastructureError(fmt::format("recipe {} gave no answers: {} ended with status {}", options.recipe,
                                                program.native(), static_cast<int>(exit)));
  }
}

}  // namespace assay::tools
