#include <assay/base/byte_size.hpp>
#include <assay/base/duration.hpp>
#include <assay/base/error.hpp>

#include "selection_options.hpp"
#include "terminal.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace assay::tools {
namespace {

using Json = nlohmann::ordered_json;

double seconds(base::Duration duration) { return std::chrono::duration<double>(duration).count(); }

Json to_json(const run::Task& task) {
  return {{"name", task.planned.name},
          {"tier", task.planned.tier},
          {"checks", task.planned.checks},
          {"limit_seconds", task.limit ? Json(seconds(*task.limit)) : Json()},
          {"memory", task.memory ? Json(*task.memory) : Json()},
          {"threads", task.threads},
          {"isolate", task.isolate},
          {"retries", task.retries},
          {"skip", task.planned.skip.empty() ? Json() : Json(task.planned.skip)},
          {"reproduce", task.planned.reproduce}};
}

void print_json(const run::Plan& plan) {
  Json jobs = Json::array();
  for (const run::Job& job : plan.jobs) {
    Json cases = Json::array();
    for (const std::size_t index : job.tasks) {
      cases.push_back(plan.tasks[index].planned.name);
    }
    jobs.push_back({{"program", job.program.string()}, {"suite_file", job.suite_file.string()}, {"cases", cases}});
  }
  Json cases = Json::array();
  for (const run::Task& task : plan.tasks) {
    cases.push_back(to_json(task));
  }
  const Json document = {{"schema", 1},
                         {"budget_seconds", plan.budget ? Json(seconds(*plan.budget)) : Json()},
                         {"cases", cases},
                         {"workers", jobs}};
  fmt::print("{}\n", document.dump(2, ' ', false, Json::error_handler_t::replace));
}

std::string limits_of(const run::Task& task) {
  std::string text = task.limit ? fmt::format("at most {}", base::to_text(*task.limit)) : "no time limit";
  if (task.memory) {
    text += fmt::format(", {}", base::byte_size_text(*task.memory));
  }
  if (task.retries > 0) {
    text += fmt::format(", {} retries", task.retries);
  }
  return text;
}

void print_plan(const run::Plan& plan) {
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    const run::Job& job = plan.jobs[i];
    fmt::print("worker {}: {} {}\n", i + 1, job.program.filename().string(),
               std::filesystem::proximate(job.suite_file).string());
    for (const std::size_t index : job.tasks) {
      const run::Task& task = plan.tasks[index];
      fmt::print("  {}  ({}; {})\n", task.planned.name, task.planned.tier, limits_of(task));
    }
  }
  for (const run::Task& task : plan.tasks) {
    if (!task.planned.skip.empty()) {
      fmt::print("skipped: {}: {}\n", task.planned.name, task.planned.skip);
    }
  }
  const auto counted = [](std::size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  fmt::print("{}, {}, {}\n", counted(plan.tasks.size(), "case"), counted(plan.jobs.size(), "worker"),
             plan.budget ? fmt::format("budget {}", base::to_text(*plan.budget)) : "no budget");
}

base::ExitCode plan_verb(const SelectionOptions& options, bool json, const Invocation& invocation) {
  const PlannedProject planned = plan_project(options, invocation);
  if (json) {
    print_json(planned.plan);
  } else {
    print_plan(planned.plan);
  }
  if (!planned.plan.mistakes.empty()) {
    print_mistakes(base::UserError(planned.plan.mistakes));
    return base::ExitCode::kUserError;
  }
  if (planned.plan.tasks.empty()) {
    print_warning(explain_nothing(planned.project, options));
    return base::ExitCode::kNothingRan;
  }
  return base::ExitCode::kPassed;
}

}  // namespace

void add_plan(CLI::App& app, Invocation& invocation) {
  CLI::App* verb = app.add_subcommand("plan", "Show what a run would do: workers, cases, limits");
  auto options = std::make_shared<SelectionOptions>();
  auto json = std::make_shared<bool>(false);
  options->add_to(*verb);
  options->add_running_to(*verb);
  verb->add_flag("--json", *json, "Machine-readable");
  verb->callback([options, json, &invocation] {
    invocation.chosen = [options, json, &invocation] { return plan_verb(*options, *json, invocation); };
  });
}

}  // namespace assay::tools
