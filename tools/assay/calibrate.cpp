#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>
#include <assay/config/document.hpp>
#include <assay/config/edit.hpp>
#include <assay/run/measurement_order.hpp>

#include "commit.hpp"
#include "measured_case.hpp"
#include "run_folder.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace assay::tools {
namespace {

struct CalibrateOptions {
  MeasuredCaseOptions cases;
  std::uint64_t seeds = 30;
  double alarm_rate = 1e-3;
  bool dry_run = false;
  bool json = false;
};

/// One calibrated case.
struct Calibrated {
  std::string name;  ///< full
  std::filesystem::path suite_file;
  std::filesystem::path file;  ///< what was measured; empty with --dry-run
  run::CalibratedLimits limits;
};

std::string range_text(const run::CalibratedLimits::Range& range) {
  return fmt::format("[{}, {}]", range.first, range.second);
}

std::string levels_text(const run::CalibratedLimits& limits) {
  std::string text;
  // Largest fraction first: in the order in which a loss passes them.
  for (auto level = limits.levels.rbegin(); level != limits.levels.rend(); ++level) {
    text += fmt::format("{}\"{}\" = {}", text.empty() ? "" : ", ", level->first, range_text(level->second));
  }
  return "{ " + text + " }";
}

run::MeasurementOrder order_of(const MeasuredCase& measured, const CalibrateOptions& options) {
  run::MeasurementOrder order;
  order.task = "calibrate";
  order.suite_file = measured.suite_file;
  order.name = measured.item.name;
  order.seeds = drawn_seeds(measured.item, options.seeds, "calibrate");
  order.alarm_rate = options.alarm_rate;
  order.commit = commit_of(measured.suite_file.parent_path());
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  order.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(now));
  return order;
}

/// Sets the limits in the suite file, with where they are from behind them.
void write_limits(const Calibrated& made, const suite::Case& item, const run::MeasurementOrder& order,
                  double alarm_rate) {
  const std::string from =
      fmt::format("{} seeds, {}, 1 alarm in {:.0f} healthy runs", order.seeds.size(), order.date, 1 / alarm_rate);
  const std::vector<config::Edit> edits = {
      {"steps", range_text(made.limits.steps), "calibrated: " + from},
      {"levels", levels_text(made.limits), "calibrated: " + from + " each"},
      {"calibration",
       fmt::format("\"{}\"", made.file.lexically_relative(made.suite_file.parent_path()).generic_string()), ""}};
  const auto document = config::read_document(made.suite_file, item.place.file);
  if (!document) {
    throw base::UserError(std::vector<base::Mistake>{document.error()});
  }
  const std::vector<std::string> table = {"memorize", item.name};
  const auto text = config::with_values(*document, table, edits);
  if (!text) {
    std::string wanted;
    for (const config::Edit& edit : edits) {
      wanted += fmt::format("\n  {} = {}", edit.key, edit.value);
    }
    throw base::UserError(fmt::format("{}; write into it by hand:{}", text.error(), wanted));
  }
  base::write_file_atomically(made.suite_file, *text);
}

void print(const std::vector<Calibrated>& all, const CalibrateOptions& options) {
  if (options.json) {
    nlohmann::ordered_json cases = nlohmann::ordered_json::array();
    for (const Calibrated& each : all) {
      nlohmann::ordered_json levels = nlohmann::ordered_json::object();
      for (const auto& [fraction, range] : each.limits.levels) {
        levels[fraction] = {range.first, range.second};
      }
      cases.push_back(
          {{"name", each.name},
           {"seeds", options.seeds},
           {"alarm_rate", options.alarm_rate},
           {"steps", {each.limits.steps.first, each.limits.steps.second}},
           {"levels", levels},
           {"file", each.file.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(each.file.string())}});
    }
    fmt::print("{}\n", nlohmann::ordered_json{{"schema", 1}, {"cases", cases}}.dump(2));
    return;
  }
  for (const Calibrated& each : all) {
    fmt::print("{}\n  steps = {}\n  levels = {}\n", each.name, range_text(each.limits.steps), levels_text(each.limits));
    if (!each.file.empty()) {
      fmt::print("  calibration = {}\n", std::filesystem::proximate(each.file).string());
    }
  }
  const double limits = all.empty() ? 0 : static_cast<double>(1 + all.front().limits.levels.size());
  fmt::print(
      "\n{} healthy seeds each. A healthy run leaves one limit with a probability of {:g}, all of a case together "
      "{:g} at most; with two fresh seeds to confirm, {:.1g}.\n",
      options.seeds, options.alarm_rate, options.alarm_rate * limits,
      limits * 2 * options.alarm_rate * options.alarm_rate);
}

base::ExitCode calibrate_verb(const CalibrateOptions& options, const Invocation& invocation) {
  const RunFolder folder = RunFolder::make({});
  std::vector<Calibrated> all;
  for (const MeasuredCase& measured : measured_cases(options.cases, invocation)) {
    run::MeasurementOrder order = order_of(measured, options);
    Calibrated made{measured.full_name, measured.suite_file, {}, {}};
    const std::string name = measured.item.name + ".json";
    const std::filesystem::path kept = measured.suite_file.parent_path() / "calibration" / name;
    order.into = options.dry_run ? folder.path() / name : kept;
    measure(measured, order, folder.path(), "calibrated");
    auto limits = run::read_calibrated_limits(order.into);
    if (!limits) {
      throw base::InfrastructureError(limits.error());
    }
    made.limits = std::move(*limits);
    if (!options.dry_run) {
      made.file = kept;
      write_limits(made, measured.item, order, options.alarm_rate);
    }
    all.push_back(std::move(made));
  }
  if (all.empty()) {
    fmt::print(stderr, "calibrate: no memorize case was chosen\n");
    return base::ExitCode::kNothingRan;
  }
  print(all, options);
  return base::ExitCode::kPassed;
}

}  // namespace

void add_calibrate(CLI::App& app, Invocation& invocation) {
  CLI::App* verb = app.add_subcommand("calibrate", "Draw limits of memorize cases from healthy runs");
  auto options = std::make_shared<CalibrateOptions>();
  options->cases.add_to(*verb);
  verb->add_option("--seeds", options->seeds, "Healthy runs of each case")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{10}, std::uint64_t{10000}));
  verb->add_option("--alarm-rate", options->alarm_rate, "Chance that a healthy run leaves one limit")
      ->capture_default_str()
      ->check(CLI::Range(1e-9, 0.5));
  verb->add_flag("--dry-run", options->dry_run, "Measure and print, and write nothing");
  verb->add_flag("--json", options->json, "Machine-readable");
  verb->footer(
      "Writes steps, levels and calibration into the suite file, and what was measured into calibration/ beside it.\n"
      "Exit codes: 0 done, 2 your mistake or runs that are not healthy, 3 the machine, 4 no case was chosen.");
  verb->callback([options, &invocation] {
    invocation.chosen = [options, &invocation] { return calibrate_verb(*options, invocation); };
  });
}

}  // namespace assay::tools
