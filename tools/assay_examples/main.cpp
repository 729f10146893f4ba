// Suites of hard examples: the program behind `assay replay` and `assay mine`, which HDF5 may bring down with a damaged
// file; `assay` stands by.
#include <assay/base/error.hpp>
#include <assay/run/event_log.hpp>
#include <assay/run/foreground.hpp>

#include "command_end.hpp"
#include "example_options.hpp"
#include "example_verbs.hpp"
#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <filesystem>
#include <vector>

namespace assay::tools {
namespace {

base::ExitCode dispatch(int argc, char** argv) {
  CLI::App app{"Suites of hard examples; `assay replay` and `assay mine` start it."};
  app.name("assay-examples");
  app.set_version_flag("--version", "assay-examples " ASSAY_VERSION);
  app.require_subcommand(1);
  app.fallthrough();
  int events = -1;
  app.add_option("--assay_events", events, "Descriptor that is told which file is read")->group("");
  ReplayOptions replay_options;
  CLI::App* replay_verb = app.add_subcommand("replay", "Judge a model's answers against a suite of examples");
  replay_options.add_to(*replay_verb);
  MineOptions mine_options;
  CLI::App* mine_verb = app.add_subcommand("mine", "Take the hardest examples of a pool into a suite");
  mine_options.add_to(*mine_verb);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    app.exit(success);
    return base::ExitCode::kPassed;
  } catch (const CLI::ParseError& error) {
    throw base::UserError(fmt::format("{}; `assay-examples --help` lists the commands", error.what()));
  }
  const run::EventWriter writer = events >= 0 ? run::EventWriter(events, "") : run::EventWriter();
  const auto reading = [&writer](const std::vector<std::filesystem::path>& files) {
    writer.write(run::reading_event(files));
  };
  return replay_verb->parsed() ? replay(replay_options, reading) : mine(mine_options, reading);
}

}  // namespace
}  // namespace assay::tools

int main(int argc, char** argv) {
  return assay::tools::end_of_command([argc, argv] { return static_cast<int>(assay::tools::dispatch(argc, argv)); });
}
