#include "healthy_runs.hpp"

#include <assay/base/error.hpp>
#include <assay/train/check_list.hpp>

#include "experiment.hpp"
#include "workers.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace assay::zoo {
namespace {

constexpr std::uint64_t kCalibrationSeeds = 1000;  // the first of them
constexpr std::uint64_t kHealthySeeds = 5000;
constexpr std::uint64_t kConfirmingSeeds = 1'000'000;
constexpr std::size_t kMostExamples = 20;

std::vector<Experiment> healthy_experiments(std::span<const std::string> names, std::uint64_t first,
                                            std::uint64_t count) {
  std::vector<Experiment> experiments;
  for (const std::string& name : names) {
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      experiments.push_back({name, "", seed, false});
    }
  }
  return experiments;
}

/// Two more seeds for each statistical alarm; what one of them repeats counts.
void confirm(HealthyCount& count, const std::vector<Experiment>& experiments, const std::vector<RunReport>& reports,
             const Calibration& calibration, unsigned jobs) {
  std::vector<Experiment> again;
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!reports[i].alarms.empty()) {
      for (std::uint64_t more : {1U, 2U}) {
        again.push_back(experiments[i]);
        again.back().seed += more * kConfirmingSeeds;
        asked.push_back(i);
      }
    }
  }
  const std::vector<RunReport> answers = run_all(again, &calibration, jobs);
  std::set<std::size_t> confirmed_runs;
  std::set<std::pair<std::size_t, std::string>> confirmed;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (const Alarm& first : reports[asked[i]].alarms) {
      const bool repeated =
          std::ranges::any_of(answers[i].alarms, [&](const Alarm& alarm) { return alarm.check == first.check; });
      if (repeated || !is_statistical(first.check)) {
        confirmed.insert({asked[i], first.check});
        confirmed_runs.insert(asked[i]);
      }
    }
  }
  for (const auto& [place, check] : confirmed) {
    ++count.confirmed[check];
  }
  count.confirmed_runs = confirmed_runs.size();
}

std::string interval_text(std::size_t hits, std::size_t total) {
  const Share share = wilson(hits, total);
  return fmt::format("{} of {} ({:.2f} %, 95 %: {:.2f} to {:.2f} %)", hits, total, 100 * share.share, 100 * share.low,
                     100 * share.high);
}

}  // namespace

bool is_statistical(std::string_view check) {
  if (check == "steps" || check == "loss_below" || check.starts_with("levels.")) {
    return true;
  }
  return std::ranges::any_of(train::built_in_checks(), [&](const train::CheckDescription& each) {
    return each.id == check && each.kind == train::CheckKind::kStatistical;
  });
}

HealthyCount count_healthy(std::span<const std::string> names, std::uint64_t runs_each, const Calibration& calibration,
                           unsigned jobs) {
  const std::vector<Experiment> experiments = healthy_experiments(names, kHealthySeeds, runs_each);
  const std::vector<RunReport> reports = run_all(experiments, &calibration, jobs);
  HealthyCount count;
  count.total = experiments.size();
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    ++count.runs[experiments[i].subject];
    count.alarmed_runs += reports[i].alarms.empty() ? 0U : 1U;
    count.alarmed_exactly +=
        std::ranges::any_of(reports[i].alarms, [](const Alarm& alarm) { return !is_statistical(alarm.check); });
    for (const Alarm& alarm : reports[i].alarms) {
      ++count.alarms[alarm.check][experiments[i].subject];
      if (count.examples.size() < kMostExamples) {
        count.examples.push_back(
            fmt::format("{} seed {}: {}: {}", experiments[i].subject, experiments[i].seed, alarm.check, alarm.message));
      }
    }
  }
  confirm(count, experiments, reports, calibration, jobs);
  return count;
}

std::string to_text(const HealthyCount& count) {
  std::string text = fmt::format("healthy runs: {}\n", count.total);
  for (const auto& [check, subjects] : count.alarms) {
    for (const auto& [subject, runs] : subjects) {
      text += fmt::format("  {:<20} {:<14} {}\n", check, subject, interval_text(runs, count.runs.at(subject)));
    }
  }
  for (const std::string& example : count.examples) {
    text += fmt::format("  {}\n", example);
  }
  return text +
         fmt::format("runs with an exact alarm   {}\nruns with any alarm        {}\nafter confirmation         {}\n",
                     interval_text(count.alarmed_exactly, count.total), interval_text(count.alarmed_runs, count.total),
                     interval_text(count.confirmed_runs, count.total));
}

std::string to_json(const HealthyCount& count) {
  const auto share = [&](std::size_t hits) {
    const Share made = wilson(hits, count.total);
    return nlohmann::ordered_json{{"hits", hits}, {"total", count.total}, {"low", made.low}, {"high", made.high}};
  };
  const nlohmann::ordered_json json{{"schema", 1},
                                    {"runs", count.runs},
                                    {"alarms", count.alarms},
                                    {"confirmed", count.confirmed},
                                    {"exact", share(count.alarmed_exactly)},
                                    {"any", share(count.alarmed_runs)},
                                    {"after_confirmation", share(count.confirmed_runs)},
                                    {"examples", count.examples}};
  return json.dump(1) + "\n";
}

Calibration calibrate(std::span<const std::string> names, std::uint64_t seeds, unsigned jobs, Calibration kept) {
  const std::vector<Experiment> experiments = healthy_experiments(names, kCalibrationSeeds, seeds);
  const std::vector<RunReport> reports = run_all(experiments, nullptr, jobs);
  std::map<std::string, std::map<std::string, std::vector<std::uint64_t>>> steps;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    for (const char* check : {"steps", "levels.0.5", "levels.0.1"}) {
      const auto found = reports[i].reached.find(check);
      if (found == reports[i].reached.end()) {
        throw base::UserError(
            fmt::format("{} with seed {} does not reach {}", experiments[i].subject, experiments[i].seed, check));
      }
      steps[experiments[i].subject][check].push_back(found->second);
    }
  }
  kept.seeds = seeds;
  for (const auto& [subject, checks] : steps) {
    for (const auto& [check, measured] : checks) {
      kept.subjects[subject][check] = limit_of(measured);
      const auto [least, most] = std::ranges::minmax(measured);
      const StepLimit& limit = kept.subjects[subject][check];
      fmt::print("{:<14} {:<12} seen {} to {}, limits [{}, {}]\n", subject, check, least, most, limit.low, limit.high);
    }
  }
  return kept;
}

}  // namespace assay::zoo
