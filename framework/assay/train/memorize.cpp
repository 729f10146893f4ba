#include <assay/base/error.hpp>
#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/confirmation.hpp>
#include <assay/train/detail/fit.hpp>
#include <assay/train/detail/memorize_verdicts.hpp>
#include <assay/train/memorize.hpp>
#include <assay/train/training_observer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace assay::train {
namespace {

void refuse_what_cannot_be_judged(const suite::MemorizeCase& wanted) {
  std::vector<base::Mistake> mistakes;
  const auto refuse = [&](bool wrong, std::string message) {
    if (wrong) {
      mistakes.push_back({{}, std::move(message)});
    }
  };
  refuse(!wanted.loss_below && !wanted.accuracy_above && wanted.levels.empty(),
         "there is nothing to reach: give loss_below, accuracy_above or levels");
  refuse(wanted.loss_below && !std::isfinite(*wanted.loss_below), "loss_below is not a finite number");
  refuse(wanted.accuracy_above && !(*wanted.accuracy_above >= 0 && *wanted.accuracy_above < 1),
         "accuracy_above is not in [0, 1): no accuracy is above 1; for every sample right write 0.999");
  for (const auto& [fraction, bound] : wanted.levels) {
    refuse(!(fraction > 0 && fraction < 1),
           fmt::format("levels.{} is not between 0 and 1: a level is a part of the first loss",
                       base::to_text(base::Number(fraction))));
  }
  refuse(wanted.batches == 0, "batches is 0: there is nothing to learn");
  refuse(!wanted.ladder.empty(), "ladder is not built in this version: take it out");
  refuse(wanted.deployed.has_value(), "deployed is not built in this version: take it out");
  refuse(wanted.wall_time.ratio.has_value(),
         "wall_time.ratio is not built in this version: give wall_time as a duration");
  if (!mistakes.empty()) {
    throw base::UserError(mistakes);
  }
}

}  // namespace

std::vector<std::string> memorize_check_names(const suite::MemorizeCase& wanted) {
  refuse_what_cannot_be_judged(wanted);
  detail::FitRecord nothing;
  std::vector<std::string> names;
  for (const ActiveCheck& each : make_checks(wanted.checks)) {
    names.emplace_back(each.description->id);
  }
  for (const base::CheckResult& result : detail::verdicts_of(wanted, nothing)) {
    names.push_back(result.check);
  }
  return names;
}

MemorizeOutcome memorize(const RecipeFactory& factory, const suite::MemorizeCase& wanted, const RunSettings& settings,
                         TrainingObserver& observer) {
  refuse_what_cannot_be_judged(wanted);
  const std::vector<std::uint64_t> seeds =
      wanted.seeds.empty() ? std::vector<std::uint64_t>{settings.seed} : wanted.seeds;
  MemorizeOutcome outcome;
  std::vector<detail::FitRecord> runs;
  std::vector<std::vector<base::CheckResult>> verdicts;
  const auto run = [&](std::uint64_t seed) {
    RunSettings of_run = settings;
    of_run.seed = seed;
    runs.push_back(detail::fit(factory, wanted, of_run, observer));
    verdicts.push_back(detail::verdicts_of(wanted, runs.back()));
    outcome.runs.push_back({seed, runs.back().losses, runs.back().reached});
  };
  std::for_each(seeds.begin(), seeds.end(), run);
  // Seeds that the case names are each asked for; a seed that was only drawn may be an unlucky one.
  if (wanted.seeds.empty() && detail::wants_confirmation(runs.front(), verdicts.front())) {
    const std::vector<std::uint64_t> fresh = detail::confirming_seeds(settings.seed);
    std::for_each(fresh.begin(), fresh.end(), run);
    const std::vector<std::vector<base::CheckResult>> again(verdicts.begin() + 1, verdicts.end());
    verdicts.resize(1);
    outcome.results = detail::confirmed(
        detail::merged(std::span<const detail::FitRecord>(runs).first(1), std::move(verdicts)), again, fresh);
  } else {
    outcome.results = detail::merged(runs, std::move(verdicts));
  }
  outcome.measurements = runs.front().measurements;
  return outcome;
}

MemorizeOutcome memorize(const suite::MemorizeCase& wanted, const RunSettings& settings, TrainingObserver& observer) {
  refuse_what_cannot_be_judged(wanted);
  if (!wanted.model.model.empty()) {
    throw base::UserError("a model file has no registered recipe: make one with script_recipe");
  }
  return memorize(find_recipe(wanted.model.recipe), wanted, settings, observer);
}

}  // namespace assay::train
