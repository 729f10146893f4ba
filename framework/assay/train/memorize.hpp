#pragma once

#include <assay/base/check_result.hpp>
#include <assay/suite/memorize_case.hpp>
#include <assay/train/recipe_registry.hpp>
#include <assay/train/run_settings.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::train {

class TrainingObserver;

/// One run of a memorisation test: what it was built from and how its loss went.
struct MemorizeRun {
  std::uint64_t seed = 0;
  /// `losses[i]` is the loss of step i, when i updates had been made. Ends early after a loss that is not finite.
  std::vector<double> losses;
  /// Updates until loss and accuracy were where they should be; none when they never were.
  std::optional<std::uint64_t> reached;
};

/// What a memorisation test found.
struct MemorizeOutcome {
  /// One a thing asked for: `steps`, `loss_below`, `accuracy_above`, `levels.<fraction>`, `wall_time` as far as the
  /// case has them, then the checks that are switched on in the order of `built_in_checks`.
  std::vector<base::CheckResult> results;
  std::vector<MemorizeRun> runs;                ///< one a seed, then those that confirm
  std::vector<base::Measurement> measurements;  ///< `@first_step` and the like, of the first run
};

/// Names of the results of a case, in their order.
/// @throws UserError as `memorize` does for the case itself.
[[nodiscard]] std::vector<std::string> memorize_check_names(const suite::MemorizeCase& wanted);

/// Trains a recipe on one batch (or on `batches` in turn) until it knows it by heart, and judges the way there.
///
/// Steps are counted in updates of the parameters: the loss of a run's first step is that after 0 updates, so 0 is the
/// least number that can be seen. Both ends of `steps` and `levels` count. `loss_below` and `accuracy_above` are
/// strict. With several batches the mean of the latest loss of each is meant. Accuracy is measured in evaluation mode
/// on all batches once the loss is where it should be. A run ends when everything is reached and the checks have seen
/// enough after it, at the highest end of its ranges (1000 updates when there is none), past `wall_time`, at a loss
/// that is not finite, or when the recipe throws; the last two are failures, never errors. A step that hangs has to be
/// ended from outside.
///
/// Every seed of `seeds` (default: that of the settings) is a run of its own. Without `seeds`, what failed and depends
/// on luck (goals, budgets, checks of kind `statistical`) is confirmed by two runs with fresh seeds as long as no exact
/// check failed: it stays failed when it fails in two of the three, and exact checks are never repeated. LibTorch's
/// generator and number of threads are put back afterwards. The same seed gives the same bits on one machine with one
/// thread.
/// @throws UserError for a case that cannot be judged: nothing to reach (`loss_below`, `accuracy_above` or `levels`),
/// numbers out of range, unknown checks or checks not built, and what is not built yet (`ladder`, `deployed`, `ratio`
/// of `wall_time`).
[[nodiscard]] MemorizeOutcome memorize(const RecipeFactory& factory, const suite::MemorizeCase& wanted,
                                       const RunSettings& settings, TrainingObserver& observer);

/// The same for the recipe that the case names. @throws UserError also when it names a model file (`script_recipe`).
[[nodiscard]] MemorizeOutcome memorize(const suite::MemorizeCase& wanted, const RunSettings& settings,
                                       TrainingObserver& observer);

}  // namespace assay::train
