#include <assay/base/error.hpp>

#include "beside.hpp"
#include "example_options.hpp"
#include "recipe_answers.hpp"
#include "run_folder.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

namespace assay::tools {
namespace {

struct ReplayVerb {
  ReplayOptions replay;
  RecipeOptions recipe;
  std::string answers;  ///< where those of a recipe are kept; empty: nowhere
};

base::ExitCode replay_verb(ReplayVerb options, const Invocation& invocation) {
  if (options.recipe.given() == !options.replay.predictions.empty()) {
    throw base::UserError(
        "replay: whose answers? Give either --predictions FILE, or --recipe NAME with --checkpoint FILE");
  }
  if (!options.answers.empty() && !options.recipe.given()) {
    throw base::UserError("--answers keeps what a recipe answers; with --predictions they are in a file already");
  }
  for (const std::string& input : {options.replay.suite, options.replay.baseline, options.recipe.checkpoint}) {
    std::error_code ignored;
    if (!options.answers.empty() && std::filesystem::equivalent(options.answers, input, ignored)) {
      throw base::UserError("--answers " + options.answers + ": this file is read, and would be written over");
    }
  }
  std::optional<RunFolder> folder;
  if (options.recipe.given()) {
    folder.emplace(RunFolder::make({}));
    run::PredictionOrder order;
    order.suite = options.replay.suite;
    order.into = options.answers.empty() ? folder->path() / "predictions.h5" : std::filesystem::path(options.answers);
    options.replay.predictions = order.into.native();
    options.replay.predictions_name = options.recipe.checkpoint;
    ask_recipe(options.recipe, invocation, order, folder->path());
  }
  return run_beside({.program = invocation.stock / "assay-examples", .arguments = options.replay.arguments()});
}

}  // namespace

void add_replay(CLI::App& app, Invocation& invocation) {
  CLI::App* verb = app.add_subcommand("replay", "Judge a model's answers against a suite of hard examples");
  auto options = std::make_shared<ReplayVerb>();
  options->replay.add_to(*verb);
  options->recipe.add_to(*verb);
  verb->add_option("--answers", options->answers, "With --recipe: keep its answers here, as a later --baseline");
  verb->footer("Exit codes: 0 passed, 1 failed, 2 your mistake or a damaged file, 3 the machine, 4 nothing decides.");
  verb->callback([options, &invocation] {
    invocation.chosen = [options, &invocation] { return replay_verb(*options, invocation); };
  });
}

}  // namespace assay::tools
