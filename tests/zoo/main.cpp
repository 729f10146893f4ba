// The bug zoo: which planted faults the memorisation test sees, and how often it cries wolf. README.md tells more.
#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>
#include <assay/suite/filter.hpp>

#include "against.hpp"
#include "calibrations.hpp"
#include "healthy_runs.hpp"
#include "matrix.hpp"
#include "subjects/numbers.hpp"
#include "subjects/subject.hpp"
#include "workers.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <set>
#include <string>
#include <vector>

namespace assay::zoo {
namespace {

constexpr std::uint64_t kFirstSeed = 101;

struct Options {
  std::vector<std::string> filters;
  std::uint64_t seeds = 3;
  unsigned jobs = 1;
  std::string json;
  std::string calibration = ASSAY_ZOO_CALIBRATIONS;
  bool calibrate = false;
  std::uint64_t calibration_seeds = 30;
  std::uint64_t healthy = 0;
  std::string against;
  std::size_t sample = 0;
  std::uint64_t sample_seed = 1;
  bool list = false;
  bool verbose = false;
};

std::vector<const Mutation*> chosen(const Options& options) {
  const suite::Filter filter(options.filters);
  std::vector<const Mutation*> all;
  for (const Mutation& each : mutations()) {
    if (filter.selects(each.full_name(), {})) {
      all.push_back(&each);
    }
  }
  return all;
}

/// Names of the subjects that the filter selects, as `mlp/healthy`.
std::vector<std::string> chosen_subjects(const Options& options) {
  const suite::Filter filter(options.filters);
  std::vector<std::string> names;
  for (const Subject& each : subjects()) {
    if (filter.selects(fmt::format("{}/healthy", each.name), {})) {
      names.emplace_back(each.name);
    }
  }
  return names;
}

/// All equivalents, and some of the faults that are recorded as caught, by lot.
std::vector<const Mutation*> sampled(const std::vector<const Mutation*>& all, const std::set<std::string>& caught,
                                     const Options& options) {
  std::vector<const Mutation*> equivalents;
  std::vector<const Mutation*> faults;
  for (const Mutation* each : all) {
    if (each->expected == Expected::kEquivalent) {
      equivalents.push_back(each);
    } else if (caught.contains(each->full_name())) {
      faults.push_back(each);
    }
  }
  Numbers numbers(options.sample_seed);
  for (std::size_t i = faults.size(); i > 1; --i) {
    std::swap(faults[i - 1], faults[static_cast<std::size_t>(numbers.below(static_cast<std::int64_t>(i)))]);
  }
  faults.resize(std::min(faults.size(), options.sample));
  equivalents.insert(equivalents.end(), faults.begin(), faults.end());
  return equivalents;
}

int run_matrix(const Options& options) {
  const Calibrations calibrations = read_calibrations(options.calibration);
  std::vector<const Mutation*> all = chosen(options);
  Recorded recorded;
  if (!options.against.empty()) {
    recorded = read_matrix(options.against);
    all = options.sample > 0 ? sampled(all, recorded.caught, options) : all;
  }
  if (all.empty()) {
    throw base::UserError("no mutation is selected; `assay_zoo --list` names them");
  }
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < options.seeds; ++i) {
    seeds.push_back(kFirstSeed + i);
  }
  std::vector<Experiment> experiments;
  std::set<std::string> used;
  for (const Mutation* each : all) {
    used.emplace(each->subject);
    for (const std::uint64_t seed : seeds) {
      experiments.push_back({std::string(each->subject), each->full_name(), seed, options.sample == 0});
    }
  }
  const std::size_t mutants = experiments.size();
  for (const std::string& subject : used) {
    for (const std::uint64_t seed : seeds) {
      experiments.push_back({subject, "", seed, false});
    }
  }
  const std::vector<RunReport> reports = run_all(experiments, calibrations, options.jobs);
  const Matrix matrix = make_matrix(all, seeds, experiments, reports);
  fmt::print("{}", to_text(matrix));
  double seconds = 0;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    seconds += reports[i].seconds;
    for (const Alarm& alarm : reports[i].alarms) {
      if (options.verbose) {
        fmt::print("{} seed {}: {}: {}\n",
                   experiments[i].mutation.empty() ? experiments[i].subject + "/healthy" : experiments[i].mutation,
                   experiments[i].seed, alarm.check, alarm.message);
      }
    }
  }
  std::vector<std::string> worse;
  for (std::size_t i = mutants; i < experiments.size(); ++i) {
    for (const Alarm& alarm : reports[i].alarms) {
      worse.push_back(fmt::format("healthy {} with seed {} alarmed: {}: {}", experiments[i].subject,
                                  experiments[i].seed, alarm.check, alarm.message));
    }
  }
  fmt::print("{} runs in {:.0f} seconds of work\n", experiments.size(), seconds);
  if (!options.json.empty()) {
    base::write_file_atomically(options.json, to_json(matrix));
  }
  if (!options.against.empty()) {
    const std::vector<std::string> now = worse_than(recorded, matrix);
    worse.insert(worse.end(), now.begin(), now.end());
  }
  for (const std::string& sentence : worse) {
    fmt::print("worse: {}\n", sentence);
  }
  return options.against.empty() || worse.empty() ? 0 : 1;
}

int run_healthy(const Options& options) {
  const HealthyCount count =
      count_healthy(chosen_subjects(options), options.healthy, read_calibrations(options.calibration), options.jobs);
  fmt::print("{}", to_text(count));
  if (!options.json.empty()) {
    base::write_file_atomically(options.json, to_json(count));
  }
  return count.exact == 0 && count.stayed <= 1 ? 0 : 1;
}

int run_measurement(const Options& options) {
  calibrate(chosen_subjects(options), options.calibration_seeds, options.calibration);
  return 0;
}

int print_list(const Options& options) {
  for (const Mutation* each : chosen(options)) {
    fmt::print("{:<4} {:<42} {:<5} {}\n", each->row, each->full_name(), each->strength, each->what);
  }
  for (const LeftOut& each : left_out()) {
    fmt::print("{:<4} left out: {}\n", each.row, each.why);
  }
  return 0;
}

int dispatch(int argc, char** argv) {
  Options options;
  CLI::App app{"Plants faults in healthy recipes and shows which checks of the memorisation test see them."};
  app.add_option("--filter", options.filters, "Mutations by name, as `mlp/*:-*/rate*`; subjects as `mlp/healthy`");
  app.add_option("--seeds", options.seeds, "Runs of each mutation")->check(CLI::Range(1, 1000));
  app.add_option("--jobs", options.jobs, "Processes at a time")->check(CLI::Range(1, 256));
  app.add_option("--json", options.json, "Writes what is printed to a file");
  app.add_option("--calibrations", options.calibration, "Folder with what healthy runs of the subjects have in common");
  app.add_flag("--calibrate", options.calibrate, "Measures that from healthy seeds and writes its files");
  app.add_option("--calibration-seeds", options.calibration_seeds, "Healthy seeds of each subject for it");
  app.add_option("--healthy", options.healthy, "Runs this many healthy seeds of each subject and counts alarms");
  app.add_option("--against", options.against, "Stored matrix that must not get worse");
  app.add_option("--sample", options.sample, "With --against: this many of its faults, by lot, one seed each");
  app.add_option("--sample-seed", options.sample_seed, "Seed of the lot");
  app.add_flag("--list", options.list, "Names the mutations, and what has none");
  app.add_flag("--verbose", options.verbose, "Prints what each check said");
  CLI11_PARSE(app, argc, argv);
  options.seeds = options.sample > 0 ? 1 : options.seeds;
  if (options.list) {
    return print_list(options);
  }
  if (options.calibrate) {
    return run_measurement(options);
  }
  return options.healthy > 0 ? run_healthy(options) : run_matrix(options);
}

}  // namespace
}  // namespace assay::zoo

int main(int argc, char** argv) {
  try {
    return assay::zoo::dispatch(argc, argv);
  } catch (const assay::base::UserError& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 3;
  }
}
