#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>
#include <assay/report/ctest_file.hpp>
#include <assay/run/worker_programs.hpp>
#include <assay/suite/built.hpp>
#include <assay/suite/filter.hpp>
#include <assay/suite/load.hpp>

#include "selection_options.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace assay::tools {
namespace {

struct ListOptions {
  SelectionOptions selection;
  bool json = false;
  std::string ctest;
  bool per_case = false;
};

/// A case as `list` shows it.
struct Row {
  std::string name;
  std::string tier;
  std::string place;
  std::vector<std::string> checks;
  std::string refused;  ///< why this version cannot run it
};

/// The tiers that are asked for: all without `--tier`.
std::set<std::string> chosen_tiers(const suite::Project& project, const SelectionOptions& options) {
  std::set<std::string> tiers;
  for (const suite::Tier& tier : project.tiers) {
    if (!options.only_tier || tier.name == options.tier) {
      tiers.insert(tier.name);
    }
    if (tier.name == options.tier) {
      return tiers;
    }
  }
  if (!options.tier.empty()) {
    throw base::UserError(
        fmt::format("--tier {}: the project has no such tier; it has {}", options.tier, fmt::join(tiers, ", ")));
  }
  return tiers;
}

std::string refusal(const suite::Case& item) {
  const auto mistakes = suite::unbuilt(item);
  return mistakes.empty() ? "" : mistakes.front().message;
}

std::vector<Row> rows_of(const suite::Project& project, const ListOptions& options, const Invocation& invocation) {
  const std::set<std::string> tiers = chosen_tiers(project, options.selection);
  const suite::Filter filter(options.selection.filters);
  const auto build =
      options.selection.build.empty() ? std::nullopt : std::optional<std::filesystem::path>(options.selection.build);
  const auto programs = run::find_programs(project, invocation.stock, build);
  for (const auto& [suite, program] : programs) {
    if (!program.mistakes.empty()) {
      throw base::UserError(program.mistakes);
    }
  }

  std::vector<Row> rows;
  const auto add = [&](Row row) {
    if (tiers.contains(row.tier) && filter.selects(row.name, row.checks)) {
      rows.push_back(std::move(row));
    }
  };
  for (const suite::Suite& item : project.suites) {
    for (const suite::Case& one : item.cases) {
      add({.name = item.full_name(one),
           .tier = one.options.tier,
           .place = fmt::format("{}:{}", std::filesystem::proximate(one.place.file).string(), one.place.line),
           .checks = one.check_names(),
           .refused = refusal(one)});
    }
    const auto program = programs.find(item.name);
    if (program == programs.end()) {
      continue;
    }
    for (const std::string& test : program->second.tests) {
      std::string tier = project.tiers.front().name;
      for (const suite::Case& pattern : item.test_options) {
        if (suite::matches_glob(pattern.name, test)) {
          tier = pattern.options.tier;
          break;
        }
      }
      add({.name = fmt::format("{}.test.{}", item.name, test),
           .tier = tier,
           .place = program->second.executable.string(),
           .checks = {},
           .refused = {}});
    }
  }
  return rows;
}

void print_json(const std::vector<Row>& rows) {
  nlohmann::ordered_json cases = nlohmann::ordered_json::array();
  for (const Row& row : rows) {
    cases.push_back(
        {{"name", row.name},
         {"tier", row.tier},
         {"place", row.place},
         {"checks", row.checks},
         {"refused", row.refused.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(row.refused)}});
  }
  const nlohmann::ordered_json document = {{"schema", 1}, {"cases", cases}};
  fmt::print("{}\n", document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_rows(const std::vector<Row>& rows) {
  std::size_t name_width = 0;
  std::size_t tier_width = 0;
  for (const Row& row : rows) {
    name_width = std::max(name_width, row.name.size());
    tier_width = std::max(tier_width, row.tier.size());
  }
  for (const Row& row : rows) {
    fmt::print("{:<{}}  {:<{}}  {}{}\n", row.name, name_width, row.tier, tier_width, row.place,
               row.refused.empty() ? "" : "  (not in this version)");
  }
}

/// Writes the CTest entries of one suite; no program is started and no data looked at.
base::ExitCode write_ctest(const ListOptions& options, const Invocation& invocation) {
  const suite::Project project = suite::load_project(options.selection.path);
  if (project.suites.size() != 1) {
    throw base::UserError(fmt::format("--ctest writes one suite, and {} holds {}; name its suite.toml",
                                      options.selection.path.string(), project.suites.size()));
  }
  base::write_file_atomically(
      options.ctest,
      report::ctest_file(project, project.suites.front(),
                         {.assay = invocation.self, .build = options.selection.build, .per_case = options.per_case}));
  return base::ExitCode::kPassed;
}

base::ExitCode list_verb(const ListOptions& options, const Invocation& invocation) {
  if (!options.ctest.empty()) {
    return write_ctest(options, invocation);
  }
  const suite::Project project = suite::load_project(options.selection.path);
  const std::vector<Row> rows = rows_of(project, options, invocation);
  if (options.json) {
    print_json(rows);
  } else {
    print_rows(rows);
  }
  return rows.empty() ? base::ExitCode::kNothingRan : base::ExitCode::kPassed;
}

}  // namespace

void add_list(CLI::App& app, Invocation& invocation) {
  CLI::App* verb = app.add_subcommand("list", "Name the cases of a project, a line each");
  auto options = std::make_shared<ListOptions>();
  options->selection.add_to(*verb);
  verb->add_flag("--json", options->json, "Machine-readable");
  verb->add_option("--ctest", options->ctest, "Write CTest entries of the one suite at PATH into this file");
  verb->add_flag("--per-case", options->per_case, "With --ctest: an entry a case instead of a tier");
  verb->callback([options, &invocation] {
    invocation.chosen = [options, &invocation] { return list_verb(*options, invocation); };
  });
}

}  // namespace assay::tools
