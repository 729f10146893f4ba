// The stock worker: runs suites written in TOML alone that need no LibTorch. And what stands behind `assay profile`,
// `assay suggest` and `assay drift`: HDF5 may bring it down with a damaged file, and `assay` stands by.
#include <assay/base/error.hpp>
#include <assay/base/exit_code.hpp>
#include <assay/run/event_log.hpp>
#include <assay/run/foreground.hpp>
#include <assay/worker.hpp>

#include "command_end.hpp"
#include "data_verbs.hpp"
#include "terminal.hpp"
#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <hdf5.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

namespace assay::tools {
namespace {

/// For `assay doctor`: the HDF5 library that this program runs with, as JSON.
int probe() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  if (H5get_libversion(&major, &minor, &release) < 0) return 3;
  const bool deflate = H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0;
  const bool szip = H5Zfilter_avail(H5Z_FILTER_SZIP) > 0;
  fmt::print("{{\"schema\": 1, \"hdf5\": \"{}.{}.{}\", \"deflate\": {}, \"szip\": {}}}\n", major, minor, release,
             deflate, szip);
  return 0;
}

bool is_verb(std::string_view word) {
  constexpr auto kVerbs = std::to_array<std::string_view>({"profile", "suggest", "drift"});
  return std::find(kVerbs.begin(), kVerbs.end(), word) != kVerbs.end();
}

base::ExitCode dispatch(int argc, char** argv) {
  CLI::App app{"Looks at data; `assay profile`, `assay suggest` and `assay drift` start it."};
  app.name("assay-data");
  app.require_subcommand(1);
  app.fallthrough();
  int events = -1;
  app.add_option("--assay_events", events, "Descriptor that is told which file is read")->group("");
  ProfileOptions profile_options;
  CLI::App* profile_verb = app.add_subcommand("profile", "What is in an HDF5 file");
  profile_options.add_to(*profile_verb);
  SuggestOptions suggest_options;
  CLI::App* suggest_verb = app.add_subcommand("suggest", "A suite that passes on an HDF5 file");
  suggest_options.add_to(*suggest_verb);
  DriftOptions drift_options;
  drift_options.add_to(*app.add_subcommand("drift", "How far data lie from earlier ones"));
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    app.exit(success);
    return base::ExitCode::kPassed;
  } catch (const CLI::ParseError& error) {
    throw base::UserError(fmt::format("{}; `assay-data {} --help` lists the options", error.what(), argv[1]));
  }
  const run::EventWriter writer = events >= 0 ? run::EventWriter(events, "") : run::EventWriter();
  const OnRead on_read = [&writer](const std::filesystem::path& file, const std::string&) {
    writer.write(run::reading_event(file.empty() ? std::vector<std::filesystem::path>() : std::vector{file}));
  };
  if (profile_verb->parsed()) return profile(profile_options, on_read);
  if (suggest_verb->parsed()) return suggest(suggest_options, on_read);
  return drift(drift_options, on_read);
}

int run_verb(int argc, char** argv) {
  return end_of_command([argc, argv] {
    try {
      return static_cast<int>(dispatch(argc, argv));
    } catch (const DamagedData& error) {
      print_mistakes(base::UserError(error.what()));
      return static_cast<int>(base::ExitCode::kFailed);
    }
  });
}

}  // namespace
}  // namespace assay::tools

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--assay_probe") return assay::tools::probe();
  if (argc > 1 && assay::tools::is_verb(argv[1])) return assay::tools::run_verb(argc, argv);
  return assay::run_worker(argc, argv);
}
