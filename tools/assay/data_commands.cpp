// `assay profile`, `assay suggest` and `assay drift`, whose work `assay-data` does.
#include "beside.hpp"
#include "data_options.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>

#include <memory>

namespace assay::tools {
namespace {

constexpr const char* kExitCodes = "Exit codes: 0 done, 1 the data are damaged, 2 your mistake, 3 the machine.";

/// A verb that hands its options on.
template <class Options>
void add_verb(CLI::App& app, Invocation& invocation, const char* name, const char* does, const char* exit_codes) {
  CLI::App* verb = app.add_subcommand(name, does);
  auto options = std::make_shared<Options>();
  options->add_to(*verb);
  verb->footer(exit_codes);
  verb->callback([options, &invocation] {
    invocation.chosen = [options, &invocation] {
      return run_on_data({.program = invocation.stock / "assay-data", .arguments = options->arguments()});
    };
  });
}

}  // namespace

void add_profile(CLI::App& app, Invocation& invocation) {
  add_verb<ProfileOptions>(app, invocation, "profile", "Show what is in an HDF5 file, and keep it to compare with",
                           kExitCodes);
}

void add_suggest(CLI::App& app, Invocation& invocation) {
  add_verb<SuggestOptions>(app, invocation, "suggest", "Write a suite whose limits an HDF5 file keeps", kExitCodes);
}

void add_drift(CLI::App& app, Invocation& invocation) {
  add_verb<DriftOptions>(
      app, invocation, "drift", "Compare data with earlier ones",
      "Exit codes: 0 no drift, 1 drifted or damaged data, 2 your mistake, 3 the machine, 4 nothing could be compared.");
}

}  // namespace assay::tools
