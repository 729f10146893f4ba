#pragma once

#include <assay/base/check_result.hpp>
#include <assay/train/recipe_registry.hpp>
#include <assay/train/run_settings.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace assay::train {

class TrainingObserver;

/// Where a training run leaves what it makes; an empty path leaves that out.
struct TrainingFiles {
  std::filesystem::path metrics;     ///< JSON lines, written anew, flushed line by line
  std::filesystem::path checkpoint;  ///< of the end; not written when the run was stopped
};

struct TrainingRunOutcome {
  std::uint64_t steps = 0;                      ///< that were made
  double last_loss = 0;                         ///< of the last step; NaN when there was none
  std::vector<base::Measurement> measurements;  ///< `@first_step` and the like
  std::string stopped;  ///< why the run ended before its last step (a loss that is not finite, a throw); else empty
};

/// Trains a recipe for the number of steps that it declares, on batch 0, 1, 2, ... Each step writes
/// `{"step": 10, "loss": 2.1}` (steps count from 1; `NaN` and `Infinity` as such), each evaluation a line with what
/// `evaluate` gives. Limits on metrics are judged by whoever reads the file.
/// @throws UserError for a recipe that declares no steps or cannot be built; InfrastructureError when a file cannot be
/// written.
[[nodiscard]] TrainingRunOutcome run_training(const std::string& recipe, const RunSettings& settings,
                                              const TrainingFiles& files, TrainingObserver& observer);

/// The same for a recipe that is not registered; `name` is written into the checkpoint.
[[nodiscard]] TrainingRunOutcome run_training(const RecipeFactory& factory, const std::string& name,
                                              const RunSettings& settings, const TrainingFiles& files,
                                              TrainingObserver& observer);

}  // namespace assay::train
