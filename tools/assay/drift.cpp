#include "beside.hpp"
#include "data_options.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>

#include <memory>

namespace assay::tools {

void add_drift(CLI::App& app, Invocation& invocation) {
  CLI::App* verb = app.add_subcommand("drift", "Compare data with earlier ones");
  auto options = std::make_shared<DriftOptions>();
  options->add_to(*verb);
  verb->footer(
      "Exit codes: 0 no drift, 1 drifted or damaged data, 2 your mistake, 3 the machine, 4 nothing could be compared.");
  verb->callback([options, &invocation] {
    invocation.chosen = [options, &invocation] {
      return run_on_data({.program = invocation.stock / "assay-data", .arguments = options->arguments()});
    };
  });
}

}  // namespace assay::tools
