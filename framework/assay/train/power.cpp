#include <assay/base/detail/json.hpp>
#include <assay/base/seed.hpp>
#include <assay/train/calibrate.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/confirmation.hpp>
#include <assay/train/detail/declared_more.hpp>
#include <assay/train/detail/fit.hpp>
#include <assay/train/detail/memorize_verdicts.hpp>
#include <assay/train/fault.hpp>
#include <assay/train/power.hpp>
#include <assay/train/training_observer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace assay::train {
namespace {

/// One try of one recipe.
struct Try {
  std::vector<base::CheckResult> results;
  std::vector<detail::CheckCost> costs;

  [[nodiscard]] std::vector<std::string> failed() const {
    std::vector<std::string> names;
    for (const base::CheckResult& result : results) {
      if (result.verdict == base::Verdict::kFailed) {
        names.push_back(result.check);
      }
    }
    return names;
  }
};

class Measurement {
 public:
  Measurement(const suite::MemorizeCase& wanted, const RunSettings& settings, TrainingObserver& observer)
      : wanted_(wanted), settings_(settings), observer_(observer) {}

  Try run(const RecipeFactory& factory, std::uint64_t seed) const { return run(factory, seed, wanted_, settings_); }

  Try run(const RecipeFactory& factory, std::uint64_t seed, const suite::MemorizeCase& wanted,
          RunSettings settings) const {
    settings.seed = seed;
    try {
      detail::FitRecord record = detail::fit(factory, wanted, settings, observer_);
      return {detail::verdicts_of(wanted, record), std::move(record.costs)};
    } catch (const base::UserError& error) {
      // A fault that the recipe is refused for is noticed.
      base::CheckResult refused;
      refused.check = "build";
      refused.verdict = base::Verdict::kFailed;
      refused.reason = error.what();
      return {{std::move(refused)}, {}};
    }
  }

  [[nodiscard]] RecipeSettings recipe_settings(std::uint64_t seed) const {
    RecipeSettings settings;
    settings.seed = seed;
    settings.batch_size = wanted_.batch_size;
    return settings;
  }

 private:
  const suite::MemorizeCase& wanted_;
  const RunSettings& settings_;
  TrainingObserver& observer_;
};

FaultOutcome try_fault(const Measurement& measurement, const RecipeFactory& factory, const FaultDescription& fault,
                       std::span<const std::uint64_t> seeds) {
  FaultOutcome outcome;
  outcome.id = fault.id;
  outcome.what = fault.what;
  if (!fault.ends) {
    outcome.left_out = "a step then never returns: `wall_time` ends such a run";
    return outcome;
  }
  if (const auto reason = why_not_applicable(factory, measurement.recipe_settings(seeds.front()), fault.id)) {
    outcome.left_out = *reason;
    return outcome;
  }
  std::map<std::string, std::uint64_t> failures;
  std::vector<std::string> order;
  for (const std::uint64_t seed : seeds) {
    const std::vector<std::string> failed = measurement.run(with_fault(factory, fault.id), seed).failed();
    ++outcome.runs;
    outcome.alarmed += failed.empty() ? 0U : 1U;
    for (const std::string& check : failed) {
      if (failures[check]++ == 0) {
        order.push_back(check);
      }
    }
  }
  std::ranges::copy_if(order, std::back_inserter(outcome.caught_by),
                       [&](const std::string& check) { return failures[check] == outcome.runs; });
  return outcome;
}

/// What a case could have more, and what each check of it that then fails is owed to.
class MoreOfTheCase {
 public:
  MoreOfTheCase(const RecipeFactory& factory, const suite::MemorizeCase& wanted, const RunSettings& settings,
                const Measurement& measurement, TrainingObserver& observer)
      : wanted_(wanted), settings_(settings) {
    for (const auto& [id, setting] : wanted.checks) {
      const bool* on = std::get_if<bool>(&setting);
      if (on != nullptr && !*on) {
        advice_[id].insert(fmt::format("switch on `{}`", id));
      }
    }
    std::erase_if(wanted_.checks, [](const auto& each) {
      const bool* on = std::get_if<bool>(&each.second);
      return on != nullptr && !*on;
    });
    detail::DeclaredMore more = detail::declared_more(factory, measurement.recipe_settings(settings.seed));
    for (const detail::Declarable& each : more.added) {
      for (const std::string& check : each.checks) {
        advice_[check].insert(each.advice);
      }
    }
    factory_ = std::move(more.factory);
    calibrate_case(observer);
  }

  /// What would catch this fault, in words.
  std::vector<std::string> would_catch(const Measurement& measurement, const std::string& fault, std::uint64_t seed) {
    std::set<std::string> advice;
    for (const std::string& check : measurement.run(with_fault(factory_, fault), seed, wanted_, settings_).failed()) {
      const auto found = advice_.find(check);
      if (found != advice_.end()) {
        advice.insert(found->second.begin(), found->second.end());
      }
    }
    return {advice.begin(), advice.end()};
  }

 private:
  void calibrate_case(TrainingObserver& observer) {
    if (settings_.calibration != nullptr) {
      return;
    }
    std::vector<std::uint64_t> seeds;
    for (std::uint64_t i = 0; i < kFewestCalibratedSeeds; ++i) {
      seeds.push_back(base::derive_seed(settings_.seed, fmt::format("power {}", i)));
    }
    try {
      settings_.calibration =
          std::make_shared<const Calibration>(calibrate(factory_, wanted_, seeds, settings_, observer));
    } catch (const base::UserError&) {
      return;  // runs that are not healthy give no bands; they are told as alarms
    }
    const StepLimits limits = step_limits(*settings_.calibration, kAlarmRate);
    const auto bound = [](const auto& range) { return suite::Bound{range.first, range.second}; };
    wanted_.steps = bound(limits.steps);
    wanted_.levels.clear();
    for (const auto& [fraction, range] : limits.levels) {
      wanted_.levels.emplace_back(std::stod(fraction), bound(range));
      advice_["levels." + fraction].insert(kCalibrate);
    }
    for (const char* check : {"operator_band", "update_ratio", "step_cost", "first_loss", "steps"}) {
      advice_[check].insert(kCalibrate);
    }
  }

  static constexpr double kAlarmRate = 1e-3;
  static constexpr const char* kCalibrate = "calibrate it (`assay calibrate`)";
  RecipeFactory factory_;
  suite::MemorizeCase wanted_;
  RunSettings settings_;
  std::map<std::string, std::set<std::string>> advice_;
};

std::vector<CheckWorth> worth_of(const Try& healthy, const std::vector<FaultOutcome>& faults) {
  std::vector<CheckWorth> all;
  for (const base::CheckResult& result : healthy.results) {
    CheckWorth worth;
    worth.check = result.check;
    for (const FaultOutcome& fault : faults) {
      const bool catches = std::ranges::find(fault.caught_by, result.check) != fault.caught_by.end();
      worth.caught += catches ? 1U : 0U;
      worth.alone += catches && fault.caught_by.size() == 1 ? 1U : 0U;
    }
    for (const detail::CheckCost& cost : healthy.costs) {
      worth.steps += cost.check == result.check ? cost.steps : 0;
    }
    all.push_back(std::move(worth));
  }
  return all;
}

}  // namespace

Power measure_power(const RecipeFactory& factory, const suite::MemorizeCase& wanted,
                    std::span<const std::uint64_t> seeds, const RunSettings& settings, TrainingObserver& observer) {
  if (seeds.empty()) {
    throw base::UserError("power needs at least one seed");
  }
  const Measurement measurement(wanted, settings, observer);
  Power power;
  Try first;
  observer.phase("fault", "healthy");
  for (const std::uint64_t seed : seeds) {
    Try healthy = measurement.run(factory, seed);
    ++power.healthy_runs;
    for (const base::CheckResult& result : healthy.results) {
      if (result.verdict == base::Verdict::kFailed) {
        power.healthy_alarms.push_back(fmt::format("seed {}: {}: {}", seed, result.check, result.reason));
      }
    }
    if (power.healthy_runs == 1) {
      first = std::move(healthy);
    }
  }
  std::unique_ptr<MoreOfTheCase> more;
  for (const FaultDescription& fault : built_in_faults()) {
    observer.phase("fault", fault.id);
    FaultOutcome outcome = try_fault(measurement, factory, fault, seeds);
    if (outcome.left_out.empty() && !outcome.caught()) {
      if (more == nullptr) {
        more = std::make_unique<MoreOfTheCase>(factory, wanted, settings, measurement, observer);
      }
      outcome.would_catch = more->would_catch(measurement, outcome.id, seeds.front());
    }
    power.faults.push_back(std::move(outcome));
  }
  power.checks = worth_of(first, power.faults);
  return power;
}

std::string to_json_text(const Power& power) {
  using base::detail::Json;
  using base::detail::to_json;
  const auto texts = [](const std::vector<std::string>& from) {
    Json list = Json::array();
    for (const std::string& each : from) {
      list.push_back(to_json(each));
    }
    return list;
  };
  Json faults = Json::array();
  for (const FaultOutcome& fault : power.faults) {
    faults.push_back({{"id", fault.id},
                      {"what", to_json(fault.what)},
                      {"left_out", to_json(fault.left_out)},
                      {"runs", fault.runs},
                      {"alarmed", fault.alarmed},
                      {"caught", fault.caught()},
                      {"caught_by", texts(fault.caught_by)},
                      {"would_catch", texts(fault.would_catch)}});
  }
  Json checks = Json::array();
  for (const CheckWorth& check : power.checks) {
    checks.push_back(
        {{"check", to_json(check.check)}, {"caught", check.caught}, {"alone", check.alone}, {"steps", check.steps}});
  }
  return Json{{"schema", 1},
              {"faults", std::move(faults)},
              {"checks", std::move(checks)},
              {"healthy_runs", power.healthy_runs},
              {"healthy_alarms", texts(power.healthy_alarms)}}
             .dump(1) +
         "\n";
}

}  // namespace assay::train
