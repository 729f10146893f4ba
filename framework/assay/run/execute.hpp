#pragma once

#include <assay/run/event.hpp>
#include <assay/run/plan.hpp>
#include <assay/run/run_record.hpp>

#include <filesystem>
#include <functional>
#include <string>

namespace assay::run {

struct ExecuteOptions {
  std::string run;                      ///< identifier of the run
  std::filesystem::path guard_program;  ///< `assay` itself; started as `assay guard --order FILE`
  /// Where event logs and outputs of the workers go, and under `files/<case>/` what cases leave; made when missing.
  std::filesystem::path folder;
  bool keeps_folder = false;                   ///< it outlives the run, so that results may name files in it
  unsigned jobs = 1;                           ///< workers side by side
  std::function<void(const Event&)> observer;  ///< told of every event as it comes, from one thread
};

/// Runs a plan: a guard and a worker for each job; what a broken worker left undone goes to a fresh one. Writes the
/// joined event log as `events.jsonl` in the folder and returns what it says. Interrupted by SIGINT or SIGTERM it ends
/// all processes, reports what was done and marks the rest `cancelled`.
/// @throws base::InfrastructureError when the folder cannot be written.
[[nodiscard]] RunRecord execute(const Plan& plan, const ExecuteOptions& options);

}  // namespace assay::run
