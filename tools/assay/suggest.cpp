#include "beside.hpp"
#include "data_options.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>

#include <memory>

namespace assay::tools {

void add_suggest(CLI::App& app, Invocation& invocation) {
  CLI::App* verb = app.add_subcommand("suggest", "Write a suite whose limits an HDF5 file keeps");
  auto options = std::make_shared<SuggestOptions>();
  options->add_to(*verb);
  verb->footer("Exit codes: 0 done, 1 the data are damaged, 2 your mistake, 3 the machine.");
  verb->callback([options, &invocation] {
    invocation.chosen = [options, &invocation] {
      return run_on_data({.program = invocation.stock / "assay-data", .arguments = options->arguments()});
    };
  });
}

}  // namespace assay::tools
