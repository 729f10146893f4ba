#include <assay/suite/load.hpp>

#include "verbs.hpp"
#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <memory>
#include <string>

namespace assay::tools {

void add_schema(CLI::App& app, Invocation& invocation) {
  CLI::App* verb = app.add_subcommand("schema", "Print a JSON Schema of the TOML files, for editors");
  auto file = std::make_shared<std::string>();
  verb->add_option("FILE", *file, "`suite.toml` or `assay.toml`; without it both, by name")
      ->check(CLI::IsMember({"suite.toml", "assay.toml"}));
  verb->callback([file, &invocation] {
    invocation.chosen = [file] {
      if (*file == "suite.toml") {
        fmt::print("{}\n", suite::suite_schema());
      } else if (*file == "assay.toml") {
        fmt::print("{}\n", suite::project_schema());
      } else {
        fmt::print("{{\"schema\": 1, \"suite.toml\": {}, \"assay.toml\": {}}}\n", suite::suite_schema(),
                   suite::project_schema());
      }
      return base::ExitCode::kPassed;
    };
  });
}

}  // namespace assay::tools
