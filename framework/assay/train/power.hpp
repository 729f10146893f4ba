#pragma once

#include <assay/suite/memorize_case.hpp>
#include <assay/train/recipe_registry.hpp>
#include <assay/train/run_settings.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace assay::train {

class TrainingObserver;

/// What became of one fault that was put into a recipe.
struct FaultOutcome {
  std::string id;
  std::string what;                    ///< what the recipe then does, as a clause
  std::string left_out;                ///< why it was not tried; empty: it was
  std::uint64_t runs = 0;              ///< seeds that were tried
  std::uint64_t alarmed = 0;           ///< of them, those in which something failed; caught is all of them
  std::vector<std::string> caught_by;  ///< checks that failed in all of them, in the order in which they are judged
  /// What would catch it that the case or its recipe does not have yet: `switch on isolation`, `declare loss as
  /// cross-entropy`; tried, not guessed. Only of faults that were missed.
  std::vector<std::string> would_catch;

  [[nodiscard]] bool caught() const noexcept { return runs > 0 && alarmed == runs; }
};

/// What one check is worth to a case, and what it costs.
struct CheckWorth {
  std::string check;
  std::uint64_t caught = 0;  ///< faults that it fails for in every run
  std::uint64_t alone = 0;   ///< of them, those that no other check catches
  double steps = 0;          ///< its cost in a healthy run, in plain steps of the same recipe
};

/// How good one memorisation test is at telling healthy code from faulty.
struct Power {
  std::vector<FaultOutcome> faults;
  std::vector<CheckWorth> checks;
  std::uint64_t healthy_runs = 0;
  std::vector<std::string> healthy_alarms;  ///< `seed 3: steps: <reason>`
};

/// Runs the case healthy and with each of `built_in_faults` that the recipe can have, once a seed each. What is missed
/// is tried again with every check switched on and with what the recipe could declare about itself: the standard loss
/// that it turns out to compute, whether it is stochastic, its optimizer's options, and bands drawn from healthy seeds.
/// A fault that never returns from a step is left out.
/// @throws UserError for a case that cannot be judged, or a recipe that cannot be built.
[[nodiscard]] Power measure_power(const RecipeFactory& factory, const suite::MemorizeCase& wanted,
                                  std::span<const std::uint64_t> seeds, const RunSettings& settings,
                                  TrainingObserver& observer);

/// JSON, `"schema": 1`.
[[nodiscard]] std::string to_json_text(const Power& power);

}  // namespace assay::train
