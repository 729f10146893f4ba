#include <assay/base/error.hpp>

#include "beside.hpp"
#include "example_options.hpp"
#include "recipe_answers.hpp"
#include "run_folder.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>

#include <memory>
#include <optional>

namespace assay::tools {
namespace {

struct MineVerb {
  MineOptions mine;
  RecipeOptions recipe;
  bool no_label_check = false;
};

/// Has the model answer for the pool; its losses and probabilities take the place of those of the command line.
void ask_for_losses(MineVerb& options, const Invocation& invocation, const RunFolder& folder) {
  if (options.mine.inputs.size() != 1) {
    throw base::UserError(
        "--recipe takes one input, and --inputs names several; give --losses of a model that takes them");
  }
  const PlaceText inputs = InputText::parse(options.mine.inputs.front()).place;
  const PlaceText labels = PlaceText::parse("--labels", options.mine.labels);
  run::PredictionOrder order;
  order.inputs = {inputs.file, inputs.dataset};
  order.labels = {labels.file, labels.dataset};
  order.into = folder.path() / "predictions.h5";
  order.probabilities = !options.no_label_check && options.mine.probabilities.empty();
  ask_recipe(options.recipe, invocation, order, folder.path());
  options.mine.losses = order.into.native() + ":/loss";
  if (order.probabilities) {
    options.mine.probabilities = order.into.native() + ":/probabilities";
  }
}

base::ExitCode mine_verb(MineVerb options, const Invocation& invocation) {
  if (options.recipe.given() == !options.mine.losses.empty()) {
    throw base::UserError(
        "mine: which losses? Give either --losses FILE:DATASET, or --recipe NAME with --checkpoint FILE");
  }
  if (options.no_label_check && !options.mine.probabilities.empty()) {
    throw base::UserError(
        "--no-label-check and --probabilities: labels are checked with probabilities; give one of both");
  }
  std::optional<RunFolder> folder;
  if (options.recipe.given()) {
    folder.emplace(RunFolder::make({}));
    ask_for_losses(options, invocation, *folder);
  }
  return run_beside({.program = invocation.stock / "assay-examples", .arguments = options.mine.arguments()});
}

}  // namespace

void add_mine(CLI::App& app, Invocation& invocation) {
  CLI::App* verb = app.add_subcommand("mine", "Take the hardest examples of a pool into a suite");
  auto options = std::make_shared<MineVerb>();
  options->mine.add_to(*verb);
  options->recipe.add_to(*verb);
  verb->add_flag("--no-label-check", options->no_label_check,
                 "With --recipe: quarantine no label that the model calls suspicious");
  verb->footer("Exit codes: 0 written, 2 your mistake or a damaged file, 3 the machine.");
  verb->callback([options, &invocation] {
    invocation.chosen = [options, &invocation] { return mine_verb(*options, invocation); };
  });
}

}  // namespace assay::tools
