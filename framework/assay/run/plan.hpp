#pragma once

#include <assay/base/duration.hpp>
#include <assay/base/error.hpp>
#include <assay/base/place.hpp>
#include <assay/run/cuda_probe.hpp>
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
  std::optional<std::uint64_t> seed;   ///< in place of the seeds of training cases
  std::filesystem::path hdf5_plugins;  ///< folder of filter plug-ins that may be loaded; empty: none is
  std::vector<std::string>
      require;  ///< `cuda` turns the skip for want of a GPU into an error; others mean nothing here
};

/// The program that runs the cases of a suite.
struct WorkerProgram {
  std::filesystem::path executable;
  bool own = false;                ///< the suite's own program, built by `assay_add_suite`; else the stock one
  std::vector<std::string> tests;  ///< GoogleTest names (`Fixture.name`) of the C++ tests in it
  std::map<std::string, base::Place> places;  ///< where each test stands in the sources, when the program says
  std::vector<std::string> recipes;           ///< names that it knows
  std::filesystem::path stock;                ///< beside an own program: the one for what needs no C++ of the suite
  std::filesystem::path training;             ///< beside `assay`: the stock one that trains exported models; may lack
  std::filesystem::path build;                ///< the build tree that registers an own program
  std::vector<base::Mistake> mistakes;        ///< why the suite has no program that can run it; empty: it has
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
  std::optional<std::size_t> needs;  ///< task in `Plan::tasks` that has to be over before; earlier in the list
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
  std::string tier;                      ///< that was asked for; empty: the first one
  std::optional<std::uint64_t> seed;     ///< in place of the seeds of the cases
  std::filesystem::path hdf5_plugins;    ///< absolute; empty: none
  /// What keeps some suites from being run; each of their tasks is an error of the user with that as its reason.
  std::vector<base::Mistake> mistakes;
};

/// Plans what of the project is to be run: the cases of the tier and the earlier ones that the filters select, with
/// those that they need, of these every `shards`-th, so that the parts of a plan are equally long and no case is in
/// two. Looks at the files of the data that the chosen cases name, never into them. Cases of one suite that share
/// program, threads and environment make one job; what needs no C++ of the suite runs in the stock program, also when
/// the suite has its own; those that are isolated or have a memory limit make one each. A case that needs a GPU is
/// skipped where `probe` finds none. `programs` maps suite names to the program that runs them.
/// A suite whose data or program is missing, or whose program does not know a recipe, does not keep other suites from
/// being run: its tasks are errors then, and `Plan::mistakes` says why.
/// @throws base::UserError with all mistakes: an unknown tier, a kind or check that this version cannot run, a
/// `[test.*]` table that fits no test, ..., or what keeps every chosen suite from being run.
[[nodiscard]] Plan make_plan(const suite::Project& project, const Selection& selection,
                             const std::map<std::string, WorkerProgram>& programs,
                             const CudaProbe& probe = missing_cuda);

}  // namespace assay::run
