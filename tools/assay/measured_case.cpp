#include "measured_case.hpp"

#include <assay/base/error.hpp>
#include <assay/base/seed.hpp>
#include <assay/run/worker_programs.hpp>
#include <assay/suite/filter.hpp>
#include <assay/suite/load.hpp>

#include "beside.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <optional>

namespace assay::tools {

void MeasuredCaseOptions::add_to(CLI::App& verb) {
  verb.add_option("PATH", path, "A project, a folder of suites or one suite.toml")->capture_default_str();
  verb.add_option("--filter", filters, "Cases by name, as run takes it; repeatable");
  verb.add_option("--build", build, "Build tree of the programs (default: $ASSAY_BUILD, or the only one)");
}

std::vector<MeasuredCase> measured_cases(const MeasuredCaseOptions& options, const Invocation& invocation) {
  const suite::Project project = suite::load_project(options.path);
  const suite::Filter filter(options.filters);
  const auto build = options.build.empty() ? std::nullopt : std::optional<std::filesystem::path>(options.build);
  const auto programs = run::find_programs(project, invocation.stock, build);
  std::vector<MeasuredCase> chosen;
  for (const suite::Suite& item : project.suites) {
    for (const suite::Case& one : item.cases) {
      const std::string name = item.full_name(one);
      if (one.kind != suite::Kind::kMemorize || !filter.selects(name, {})) {
        continue;
      }
      const auto program = programs.find(item.name);
      if (program != programs.end() && !program->second.mistakes.empty()) {
        throw base::UserError(program->second.mistakes);
      }
      if (program == programs.end()) {
        throw base::UserError(
            fmt::format("no program runs {}: build the suite, and name the build tree with --build", name));
      }
      const run::WorkerProgram& found = program->second;
      const bool by_stock = one.trains_model() && !found.training.empty();
      chosen.push_back({name, one, std::filesystem::absolute(one.place.file),
                        std::filesystem::absolute(by_stock ? found.training : found.executable)});
    }
  }
  return chosen;
}

void measure(const MeasuredCase& measured, const run::MeasurementOrder& order, const std::filesystem::path& folder,
             const char* what) {
  const std::filesystem::path file = folder / (measured.full_name + ".order.json");
  run::write_measurement_order(order, file);
  run::ForegroundTask task{.program = measured.program, .arguments = {"--assay_measure=" + file.native()}};
  const std::string threads = std::to_string(measured.item.options.threads);
  task.output_is_result = false;
  task.env = {{"OMP_NUM_THREADS", threads}, {"MKL_NUM_THREADS", threads}};
  const base::ExitCode exit = run_beside(task, fmt::format(" while it ran {}", measured.full_name));
  if (exit == base::ExitCode::kUserError) {
    throw base::UserError(fmt::format("{} was not {}; {} says above why", measured.full_name, what,
                                      measured.program.filename().native()));
  }
  if (exit != base::ExitCode::kPassed) {
    throw base::InfrastructureError(fmt::format("{} was not {}: {} ended with status {}", measured.full_name, what,
                                                measured.program.native(), static_cast<int>(exit)));
  }
}

std::vector<std::uint64_t> drawn_seeds(const suite::Case& item, std::uint64_t count, const char* what) {
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < count; ++i) {
    seeds.push_back(base::derive_seed(item.options.seed, fmt::format("{} {}", what, i)));
  }
  return seeds;
}

}  // namespace assay::tools
