#pragma once

#include <assay/suite/memorize_case.hpp>
#include <assay/train/memorize.hpp>
#include <assay/train/training_observer.hpp>

#include <string>
#include <vector>

namespace assay::train {

/// Notes what it is told.
class NotedProgress : public TrainingObserver {
 public:
  void phase(std::string_view phase, std::string_view /*detail*/) override { phases.emplace_back(phase); }
  void step(std::uint64_t step, double /*loss*/) override { steps.push_back(step); }
  std::vector<std::string> phases;
  std::vector<std::uint64_t> steps;
};

/// A case that a healthy recipe passes: loss below 0.05 within [3, 120] steps.
[[nodiscard]] inline suite::MemorizeCase usual_case() {
  suite::MemorizeCase wanted;
  wanted.loss_below = 0.05;
  wanted.steps = suite::Bound{std::int64_t{3}, std::int64_t{120}};
  return wanted;
}

[[nodiscard]] inline MemorizeOutcome run_case(const RecipeFactory& factory, const suite::MemorizeCase& wanted,
                                              std::uint64_t seed = 7) {
  TrainingObserver nobody;
  RunSettings settings;
  settings.seed = seed;
  return memorize(factory, wanted, settings, nobody);
}

/// The result of a check; a default one with verdict `not_run` and no name when there is none.
[[nodiscard]] inline base::CheckResult result_of(const MemorizeOutcome& outcome, const std::string& check) {
  for (const base::CheckResult& result : outcome.results) {
    if (result.check == check) {
      return result;
    }
  }
  return {};
}

[[nodiscard]] inline std::vector<std::string> failing(const MemorizeOutcome& outcome) {
  std::vector<std::string> names;
  for (const base::CheckResult& result : outcome.results) {
    if (result.verdict == base::Verdict::kFailed) {
      names.push_back(result.check);
    }
  }
  return names;
}

}  // namespace assay::train
