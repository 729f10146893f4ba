#include <assay/base/error.hpp>
#include <assay/train/calibrate.hpp>
#include <assay/train/detail/confirmation.hpp>
#include <assay/train/detail/fit.hpp>
#include <assay/train/detail/memorize_verdicts.hpp>
#include <assay/train/training_observer.hpp>

#include <fmt/format.h>

#include <utility>

namespace assay::train {
namespace {

/// Nothing but what is to be measured: goals, and fractions with ranges that ask nothing.
suite::MemorizeCase without_limits(suite::MemorizeCase wanted) {
  constexpr std::uint64_t kTimesLonger = 4;
  const std::uint64_t most = detail::most_steps(wanted) * kTimesLonger;
  if (wanted.levels.empty()) {
    wanted.levels = {{0.5, {}}, {0.1, {}}};
  }
  for (auto& [fraction, bound] : wanted.levels) {
    bound = suite::Bound{std::uint64_t{0}, most};
  }
  wanted.steps = suite::Bound{std::uint64_t{0}, most};
  return wanted;
}

void refuse_unhealthy(std::uint64_t seed, std::span<const base::CheckResult> results) {
  for (const base::CheckResult& result : results) {
    const bool is_goal = result.check == "steps" || result.check == "loss_below" || result.check == "accuracy_above";
    if (result.verdict == base::Verdict::kFailed && (is_goal || !detail::depends_on_luck(result.check))) {
      throw base::UserError(fmt::format("limits are drawn from healthy runs, but with seed {} the check {} failed: {}",
                                        seed, result.check, result.reason));
    }
  }
}

}  // namespace

Calibration calibrate(const RecipeFactory& factory, suite::MemorizeCase wanted, std::span<const std::uint64_t> seeds,
                      const RunSettings& settings, TrainingObserver& observer) {
  if (seeds.size() < kFewestCalibratedSeeds) {
    throw base::UserError(fmt::format("{} seeds are too few to draw limits from: give at least {}, better 30",
                                      seeds.size(), kFewestCalibratedSeeds));
  }
  // A calibration that the case has already may not judge the runs of the new one.
  RunSettings of_run = settings;
  of_run.calibration = nullptr;
  of_run.measuring = true;
  wanted = without_limits(std::move(wanted));
  std::vector<std::vector<Measure>> measures;
  for (const std::uint64_t seed : seeds) {
    of_run.seed = seed;
    detail::FitRecord run = detail::fit(factory, wanted, of_run, observer);
    refuse_unhealthy(seed, detail::verdicts_of(wanted, run));
    measures.push_back(std::move(run.measures));
  }
  Calibration made;
  made.recipe = wanted.model.recipe;
  made.batch_size = wanted.batch_size;
  made.batches = wanted.batches;
  made.seeds.assign(seeds.begin(), seeds.end());
  made.threads = settings.threads;
  made.measures = summarise(measures);
  return made;
}

}  // namespace assay::train
