#pragma once

#include <assay/run/plan.hpp>
#include <assay/suite/project.hpp>

#include "invocation.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}  // namespace CLI

namespace assay::tools {

/// The options by which `run`, `plan` and `list` choose cases.
struct SelectionOptions {
  std::filesystem::path path = ".";
  std::string tier;
  bool only_tier = false;
  std::vector<std::string> filters;
  std::string shard;
  unsigned repeat = 1;
  std::optional<std::uint64_t> seed;
  std::filesystem::path hdf5_plugins;
  std::vector<std::string> require;
  std::string build;

  /// Adds those that all three verbs take: PATH, --tier, --only-tier, --filter, --build.
  void add_to(CLI::App& verb);
  /// Adds --shard, --repeat, --seed, --hdf5-plugins and --require, which change what is run and how.
  void add_running_to(CLI::App& verb);

  /// @throws base::UserError for a shard that is not `I/N` with 1 <= I <= N.
  [[nodiscard]] run::Selection selection() const;
};

/// A project with the plan for what was chosen of it.
struct PlannedProject {
  suite::Project project;
  run::Plan plan;
};

/// Loads the project at the chosen path, finds the programs of its suites and plans.
/// @throws base::UserError with all mistakes; base::InfrastructureError when a program is not there.
[[nodiscard]] PlannedProject plan_project(const SelectionOptions& options, const Invocation& invocation);

/// Why nothing was chosen, and what would choose something: for the user.
[[nodiscard]] std::string explain_nothing(const suite::Project& project, const SelectionOptions& options);

}  // namespace assay::tools
