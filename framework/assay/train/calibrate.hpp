#pragma once

#include <assay/suite/memorize_case.hpp>
#include <assay/train/calibration.hpp>
#include <assay/train/recipe_registry.hpp>
#include <assay/train/run_settings.hpp>

#include <cstdint>
#include <span>

namespace assay::train {

class TrainingObserver;

/// Fewest healthy runs that limits are drawn from.
inline constexpr std::uint64_t kFewestCalibratedSeeds = 10;

/// Runs a case once a seed and notes what its healthy runs have in common. Limits on steps that the case has are not
/// asked; where it has no `levels`, a half and a tenth of the first loss are measured. `machine`, `commit` and `date`
/// are left to the caller.
/// @throws UserError when there are fewer than `kFewestCalibratedSeeds`, for a case that cannot be judged, and when a
/// run does not reach its goal or an exact check fails: naming seed and finding, since limits drawn from faulty runs
/// would let faults pass.
[[nodiscard]] Calibration calibrate(const RecipeFactory& factory, suite::MemorizeCase wanted,
                                    std::span<const std::uint64_t> seeds, const RunSettings& settings,
                                    TrainingObserver& observer);

}  // namespace assay::train
