#include <assay/base/error.hpp>
#include <assay/train/checkpoint.hpp>
#include <assay/train/detail/batch_shape.hpp>
#include <assay/train/detail/build_recipe.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/meter.hpp>
#include <assay/train/detail/metrics_file.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/random_state.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>
#include <assay/train/training_observer.hpp>
#include <assay/train/training_run.hpp>

#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace assay::train {
namespace {

std::vector<std::pair<std::string, double>> evaluated(Recipe& recipe) {
  const c10::NoGradGuard no_gradients;
  const detail::EvaluationMode evaluation(recipe.model());
  const at::Tensor state = detail::random_state();
  auto metrics = recipe.evaluate();
  detail::set_random_state(state);
  return metrics;
}

/// Makes all steps; stops at a loss that is not finite.
void make_steps(Recipe& recipe, const Declarations& declarations, detail::MetricsFile& metrics, detail::Meter& meter,
                TrainingObserver& observer, TrainingRunOutcome& outcome) {
  while (outcome.steps < declarations.steps) {
    meter.begin_step();
    const Batch batch = recipe.batch(outcome.steps);
    detail::require_rows(batch);
    outcome.last_loss = detail::single_value(recipe.step(batch), "the loss that the step returns");
    meter.end_step();
    const std::uint64_t step = ++outcome.steps;
    metrics.write(step, {{"loss", outcome.last_loss}});
    observer.step(step, outcome.last_loss);
    if (!std::isfinite(outcome.last_loss)) {
      outcome.stopped = fmt::format("the loss is {} at step {}", detail::short_text(outcome.last_loss), step);
      return;
    }
    if (step == declarations.steps || (declarations.evaluate_every > 0 && step % declarations.evaluate_every == 0)) {
      observer.phase("evaluate", fmt::format("after step {}", step));
      metrics.write(step, evaluated(recipe));
      observer.phase("train", "");
    }
  }
}

}  // namespace

TrainingRunOutcome run_training(const RecipeFactory& factory, const std::string& name, const RunSettings& settings,
                                const TrainingFiles& files, TrainingObserver& observer) {
  detail::Meter meter;
  const detail::Session session(settings.seed, settings.threads);
  observer.phase("build", name);
  RecipeSettings built;
  built.seed = settings.seed;
  const std::unique_ptr<Recipe> recipe = detail::build_recipe(factory, built);
  const Declarations declarations = recipe->declarations();
  if (declarations.steps == 0) {
    throw base::UserError(fmt::format("the recipe {} does not declare how many `steps` one run of training has", name));
  }
  detail::MetricsFile metrics(files.metrics);
  TrainingRunOutcome outcome;
  outcome.last_loss = std::numeric_limits<double>::quiet_NaN();
  observer.phase("train", name);
  try {
    make_steps(*recipe, declarations, metrics, meter, observer, outcome);
  } catch (const base::InfrastructureError&) {
    throw;
  } catch (const base::InternalError&) {
    throw;
  } catch (const std::exception& error) {
    outcome.stopped = fmt::format("the recipe threw after step {}: {}", outcome.steps, detail::told(error.what()));
  }
  outcome.measurements = meter.measurements();
  if (outcome.stopped.empty() && !files.checkpoint.empty()) {
    observer.phase("checkpoint", files.checkpoint.string());
    save_checkpoint(files.checkpoint, recipe->model(), {name, settings.seed, outcome.steps});
  }
  return outcome;
}

TrainingRunOutcome run_training(const std::string& recipe, const RunSettings& settings, const TrainingFiles& files,
                                TrainingObserver& observer) {
  return run_training(find_recipe(recipe), recipe, settings, files, observer);
}

}  // namespace assay::train
