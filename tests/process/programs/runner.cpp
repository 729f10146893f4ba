// `runner GUARD WORKER FOLDER CASE...`: carries out one job by `execute`, so that a test can kill or interrupt a
// runner.
#include <assay/run/execute.hpp>

#include <string>

int main(int argc, char** argv) {
  if (argc < 5) {
    return 2;
  }
  const std::filesystem::path folder = argv[3];
  assay::run::Plan plan;
  plan.jobs.push_back({folder / "suite.toml", argv[2], {}});
  for (int i = 4; i < argc; ++i) {
    assay::run::Task task;
    task.planned.name = argv[i];
    plan.jobs.back().tasks.push_back(plan.tasks.size());
    plan.tasks.push_back(task);
  }
  assay::run::ExecuteOptions options;
  options.run = "r";
  options.guard_program = argv[1];
  options.folder = folder / "run";
  return static_cast<int>(assay::run::execute(plan, options).exit);
}
