#include "selection_options.hpp"

#include <assay/base/error.hpp>
#include <assay/run/worker_programs.hpp>
#include <assay/suite/load.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <charconv>
#include <map>
#include <utility>

namespace assay::tools {
namespace {

std::optional<unsigned> parse_count(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value == 0) {
    return std::nullopt;
  }
  return value;
}

}  // namespace

void SelectionOptions::add_to(CLI::App& verb) {
  verb.add_option("PATH", path, "A project, a folder of suites or one suite.toml")->capture_default_str();
  verb.add_option("--tier", tier, "Run this tier and the earlier ones (default: the first)");
  verb.add_flag("--only-tier", only_tier, "Run just the tier, without the earlier ones");
  verb.add_option("--filter", filters, "Cases by name, in GoogleTest's dialect; repeatable")
      ->take_all()
      ->allow_extra_args(false);
  verb.add_option("--build", build,
                  "Build tree whose programs run suites with C++ (default: $ASSAY_BUILD, or the only one)");
}

void SelectionOptions::add_running_to(CLI::App& verb) {
  verb.add_option("--shard", shard, "Run the I-th of N parts of the plan, as `2/5`");
  verb.add_option("--repeat", repeat, "Run each case so many times; it passes when every time passes")
      ->check(CLI::Range(1U, 1000U));
  verb.add_option("--seed", seed, "Seed of training cases, in place of those that the suite says");
  verb.add_option("--hdf5-plugins", hdf5_plugins,
                  "Let HDF5 load filter plug-ins of this folder; without it, none is ever loaded")
      ->check(CLI::ExistingDirectory);
  verb.add_option("--require", require, "Turn a missing device into an error instead of a skip")
      ->check(CLI::IsMember({"cuda", "history"}))
      ->take_all()
      ->allow_extra_args(false);
}

run::Selection SelectionOptions::selection() const {
  run::Selection selection{.tier = tier,
                           .only_tier = only_tier,
                           .filters = filters,
                           .repeat = repeat,
                           .seed = seed,
                           .hdf5_plugins = hdf5_plugins,
                           .require = require};
  if (!shard.empty()) {
    const auto slash = shard.find('/');
    const auto part = slash == std::string::npos ? std::nullopt : parse_count(std::string_view(shard).substr(0, slash));
    const auto parts =
        slash == std::string::npos ? std::nullopt : parse_count(std::string_view(shard).substr(slash + 1));
    if (!part || !parts || *part > *parts) {
      throw base::UserError(fmt::format("--shard {}: expected I/N with 1 <= I <= N, as `--shard 2/5`", shard));
    }
    selection.shard = *part;
    selection.shards = *parts;
  }
  return selection;
}

PlannedProject plan_project(const SelectionOptions& options, const Invocation& invocation) {
  PlannedProject planned{.project = suite::load_project(options.path), .plan = {}};
  const auto build = options.build.empty() ? std::nullopt : std::optional<std::filesystem::path>(options.build);
  const auto programs = run::find_programs(planned.project, invocation.stock, build);
  planned.plan = run::make_plan(planned.project, options.selection(), programs);
  return planned;
}

std::string explain_nothing(const suite::Project& project, const SelectionOptions& options) {
  if (project.suites.empty()) {
    return fmt::format("nothing ran: there is no suite.toml at or below {}; `assay init` writes one",
                       options.path.string());
  }
  std::map<std::string, std::size_t> cases_by_tier;
  std::size_t cases = 0;
  for (const suite::Suite& item : project.suites) {
    for (const suite::Case& one : item.cases) {
      ++cases_by_tier[one.options.tier];
      ++cases;
    }
  }
  if (cases == 0) {
    return fmt::format("nothing ran: {} holds no case", project.suites.front().file.string());
  }
  std::string tiers;
  for (const suite::Tier& tier : project.tiers) {
    if (const auto found = cases_by_tier.find(tier.name); found != cases_by_tier.end()) {
      tiers += fmt::format("{}{} ({} case{})", tiers.empty() ? "" : ", ", tier.name, found->second,
                           found->second == 1 ? "" : "s");
    }
  }
  return fmt::format("nothing ran: no case fits {}{}{}; cases by tier: {}",
                     options.tier.empty() ? "" : "--tier " + options.tier,
                     !options.tier.empty() && !options.filters.empty() ? " and " : "",
                     !options.filters.empty() ? "the filter"
                     : options.tier.empty()   ? "the first tier"
                                              : "",
                     tiers);
}

}  // namespace assay::tools
