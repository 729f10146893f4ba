#pragma once

#include <assay/base/duration.hpp>
#include <assay/run/event.hpp>
#include <assay/suite/project.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::run {

/// What the user asked for on the command line.
struct Selection {
  std::string tier;  ///< empty: the first tier
  bool only_tier = false;
  std::vector<std::string> filters;
  unsigned shard = 1;  ///< 1..shards
  unsigned shards = 1;
  unsigned repeat = 1;
  std::vector<std::string> require;  ///< devices that turn a skip into an error: `cuda`
};

/// The program that runs the cases of a suite.
struct WorkerProgram {
  std::filesystem::path executable;
  bool own = false;                ///< the suite's own program, built by `assay_add_suite`; else the stock one
  std::vector<std::string> tests;  ///< GoogleTest names (`Fixture.name`) of the C++ tests in it
};

/// A planned case with what the guard needs to know of it.
struct Task {
  PlannedCase planned;
  std::optional<base::Duration> limit;  ///< wall time; none: unlimited
  std::optional<std::uint64_t> memory;  ///< bytes, of all its processes together
  unsigned threads = 1;
  bool isolate = false;
  unsigned retries = 0;
  std::vector<std::pair<std::string, std::string>> env;
};

/// Cases that one worker can do one after the other.
struct Job {
  std::filesystem::path suite_file;
  std::filesystem::path program;
  std::vector<std::size_t> tasks;  ///< indices into `Plan::tasks`
};

struct Plan {
  std::vector<Task> tasks;  ///< in the order of suites and files; skipped ones too
  std::vector<Job> jobs;
  std::optional<base::Duration> budget;  ///< of the tiers that are run, together
};

/// Plans what of the project is to be run. Looks at the files of the data that the chosen cases name, never into them.
/// `programs` maps suite names to the program that runs them.
/// @throws base::UserError with all mistakes: an unknown tier, a kind or check that this version cannot run, missing
/// data, ...
[[nodiscard]] Plan make_plan(const suite::Project& project, const Selection& selection,
                             const std::map<std::string, WorkerProgram>& programs);

}  // namespace assay::run
