#pragma once

#include <assay/base/check_result.hpp>
#include <assay/suite/memorize_case.hpp>
#include <assay/train/measure.hpp>
#include <assay/train/recipe_registry.hpp>
#include <assay/train/run_settings.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::train {
class TrainingObserver;
}

namespace assay::train::detail {

/// Why a run ended before its budget of steps.
enum class Stop {
  kNone,
  kNotFinite,  ///< the loss was NaN or infinite
  kWallTime,
  kThrew,  ///< the recipe threw, or broke what `Recipe` asks of it
};

/// What one check took of a run.
struct CheckCost {
  std::string check;
  double steps = 0;  ///< of its time, in median steps of the run
};

/// All that is known of one memorisation run. Steps are numbered by the updates made before them.
struct FitRecord {
  std::uint64_t seed = 0;
  std::uint64_t most_steps = 0;  ///< updates after which it was given up
  std::vector<double> losses;
  std::optional<double> first_loss;
  std::optional<double> last_loss;
  std::optional<double> lowest_loss;
  std::uint64_t lowest_at = 0;
  std::optional<std::uint64_t> loss_at;      ///< updates until the loss was below its goal
  std::optional<std::uint64_t> accuracy_at;  ///< updates until the accuracy was above its goal
  std::optional<double> accuracy;            ///< the last one that was measured
  std::vector<std::optional<std::uint64_t>> levels_at;
  std::optional<std::uint64_t> reached;  ///< updates until loss and accuracy were where they should be
  Stop stop = Stop::kNone;
  std::string stop_reason;  ///< a sentence; empty with `kNone`
  double seconds = 0;
  double steps_per_second = 0;
  std::vector<base::CheckResult> checks;
  std::vector<Measure> measures;  ///< of what healthy runs have in common
  std::vector<base::Measurement> measurements;
  std::vector<CheckCost> costs;
};

/// The number of updates after which a run of this case is given up: the highest finite end of its ranges, else 1000.
[[nodiscard]] std::uint64_t most_steps(const suite::MemorizeCase& wanted);

/// Builds the recipe from the seed of the settings and trains it until everything asked for is reached and the checks
/// have seen enough after it, or until there is no hope. The case must be valid (`memorize` refuses others).
/// @throws UserError for what `checks` or the recipe's declarations say wrong, before the first step.
[[nodiscard]] FitRecord fit(const RecipeFactory& factory, const suite::MemorizeCase& wanted,
                            const RunSettings& settings, TrainingObserver& observer);

}  // namespace assay::train::detail
