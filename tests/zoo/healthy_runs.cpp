#include "healthy_runs.hpp"

#include <assay/train/check_list.hpp>

#include "experiment.hpp"
#include "workers.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace assay::zoo {
namespace {

constexpr std::uint64_t kFirstHealthySeed = 5000;
constexpr std::size_t kMostExamples = 20;

std::string interval_text(std::size_t hits, std::size_t total) {
  const Share share = wilson(hits, total);
  return fmt::format("{} of {} ({:.2f} %, 95 %: {:.2f} to {:.2f} %)", hits, total, 100 * share.share, 100 * share.low,
                     100 * share.high);
}

void add(HealthyCount& count, const Experiment& experiment, const RunReport& report) {
  ++count.total;
  ++count.runs[experiment.subject];
  count.any += report.alarms.empty() && report.cleared.empty() ? 0U : 1U;
  count.stayed += report.alarms.empty() ? 0U : 1U;
  count.exact +=
      std::ranges::all_of(report.alarms, [](const Alarm& each) { return is_statistical(each.check); }) ? 0U : 1U;
  for (const std::string& check : report.cleared) {
    ++count.alarms[check][experiment.subject];
  }
  for (const Alarm& alarm : report.alarms) {
    ++count.alarms[alarm.check][experiment.subject];
    ++count.confirmed[alarm.check];
    if (count.examples.size() < kMostExamples) {
      count.examples.push_back(
          fmt::format("{} seed {}: {}: {}", experiment.subject, experiment.seed, alarm.check, alarm.message));
    }
  }
}

}  // namespace

bool is_statistical(std::string_view check) {
  const auto checks = train::built_in_checks();
  const auto found = std::ranges::find(checks, check, &train::CheckDescription::id);
  return found == checks.end() ? check != "build" : found->kind == train::CheckKind::kStatistical;
}

HealthyCount count_healthy(std::span<const std::string> names, std::uint64_t runs_each,
                           const Calibrations& calibrations, unsigned jobs) {
  std::vector<Experiment> experiments;
  for (std::uint64_t i = 0; i < runs_each; ++i) {
    for (const std::string& name : names) {
      experiments.push_back({name, "", kFirstHealthySeed + i, false});
    }
  }
  const std::vector<RunReport> reports = run_all(experiments, calibrations, jobs);
  HealthyCount count;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    add(count, experiments[i], reports[i]);
  }
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
                     interval_text(count.exact, count.total), interval_text(count.any, count.total),
                     interval_text(count.stayed, count.total));
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
                                    {"exact", share(count.exact)},
                                    {"any", share(count.any)},
                                    {"after_confirmation", share(count.stayed)},
                                    {"examples", count.examples}};
  return json.dump(1) + "\n";
}

}  // namespace assay::zoo
