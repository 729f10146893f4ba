#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>
#include <assay/report/console.hpp>
#include <assay/report/junit_xml.hpp>
#include <assay/report/results_json.hpp>
#include <assay/run/execute.hpp>

#include "run_folder.hpp"
#include "selection_options.hpp"
#include "terminal.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>

namespace assay::tools {
namespace {

struct RunOptions {
  SelectionOptions selection;
  std::string json;
  std::string junit;
  std::string out;
  unsigned jobs = 0;  ///< 0: one a processor
  bool no_history = false;
  bool fail_on_flaky = false;
};

void write_report(const std::string& file, const std::string& text) {
  if (file == "-") {
    fmt::print("{}", text);
  } else {
    base::write_file_atomically(file, text);
  }
}

/// Runs the plan, with a line of progress when a person watches.
run::RunRecord execute(const run::Plan& plan, const RunOptions& options, const RunFolder& folder,
                       const Invocation& invocation) {
  run::ExecuteOptions execution{
      .run = folder.run(),
      .guard_program = invocation.self,
      .folder = folder.path(),
      .keeps_folder = !options.out.empty(),
      .jobs = options.jobs == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options.jobs,
      .observer = {}};
  if (!is_terminal(STDERR_FILENO)) {
    return run::execute(plan, execution);
  }
  report::Progress progress(style_of(STDERR_FILENO));
  const auto show = [](const std::string& bytes) {
    fmt::print(stderr, "{}", bytes);
    std::fflush(stderr);
  };
  for (const run::Task& task : plan.tasks) {
    run::Event planned;
    planned.kind = run::EventKind::kRunPlanned;
    planned.case_name = task.planned.name;
    planned.planned = task.planned;
    show(progress.update(planned));
  }
  execution.observer = [&](const run::Event& event) { show(progress.update(event)); };
  run::RunRecord record = run::execute(plan, execution);
  show(progress.finish());
  return record;
}

/// A history that cannot be written is a warning, unless it was asked for.
void keep_history(const RunOptions& options, const suite::Project& project, const RunFolder& folder) {
  const auto& required = options.selection.require;
  const bool must =
      project.history.file.has_value() || std::find(required.begin(), required.end(), "history") != required.end();
  const std::filesystem::path state = project.root / ".assay";
  const auto history = project.history.file.value_or(state / "history");
  try {
    if (!project.history.file) {
      make_state_folder(state);
    }
    folder.keep_events(history);
  } catch (const base::InfrastructureError& error) {
    if (must) {
      throw;
    }
    print_warning(fmt::format("this run is not kept: {}; `--no-history` says that it need not be", error.what()));
  }
}

base::ExitCode run_verb(const RunOptions& options, const Invocation& invocation) {
  const PlannedProject planned = plan_project(options.selection, invocation);
  if (!planned.plan.mistakes.empty()) {
    print_mistakes(base::UserError(planned.plan.mistakes));
  }
  run::RunRecord record;
  if (!planned.plan.tasks.empty()) {
    const RunFolder folder = RunFolder::make(options.out);
    record = execute(planned.plan, options, folder, invocation);
    if (!options.no_history) {
      keep_history(options, planned.project, folder);
    }
  }
  if (options.fail_on_flaky && record.exit == base::ExitCode::kPassed) {
    for (const run::CaseRecord& item : record.cases) {
      if (item.verdict == base::Verdict::kFlaky) {
        record.exit = base::ExitCode::kFailed;
      }
    }
  }
  if (options.json != "-" && options.junit != "-") {
    fmt::print("{}", report::console_text(record, style_of(STDOUT_FILENO)));
  }
  if (!options.json.empty()) {
    write_report(options.json, report::results_json(record));
  }
  if (!options.junit.empty()) {
    write_report(options.junit, report::junit_xml(record));
  }
  if (planned.plan.tasks.empty()) {
    print_warning(explain_nothing(planned.project, options.selection));
  }
  return record.exit;
}

}  // namespace

void add_run(CLI::App& app, Invocation& invocation) {
  CLI::App* verb = app.add_subcommand("run", "Run the cases of a project and report");
  auto options = std::make_shared<RunOptions>();
  options->selection.add_to(*verb);
  options->selection.add_running_to(*verb);
  verb->add_option("--json", options->json, "Write results.json here (`-`: to stdout, in place of the report)");
  verb->add_option("--junit", options->junit, "Write JUnit XML here");
  verb->add_option("--out", options->out, "Keep event logs and the output of workers in this folder");
  verb->add_option("--jobs,-j", options->jobs, "Workers side by side (default: one a processor)")
      ->check(CLI::Range(1U, 1024U));
  verb->add_flag("--no-history", options->no_history, "Do not keep this run");
  verb->add_flag("--fail-on-flaky", options->fail_on_flaky, "A case that passed only on a retry fails the run");
  verb->callback([options, &invocation] {
    invocation.chosen = [options, &invocation] { return run_verb(*options, invocation); };
  });
}

}  // namespace assay::tools
