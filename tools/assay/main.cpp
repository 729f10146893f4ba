#include <assay/base/error.hpp>
#include <assay/base/exit_code.hpp>
#include <assay/base/nearest_name.hpp>
#include <assay/base/utf8.hpp>
#include <assay/run/guard.hpp>

#include "command_end.hpp"
#include "invocation.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace assay::tools {
namespace {

constexpr const char* kVersion = "assay " ASSAY_VERSION;

/// What is wrong with the command line: the library's own words, but for a verb that does not exist, with the verb or
/// option that was meant.
std::string mistake_of(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  constexpr const char* kHelp = "; `assay --help` lists the commands";
  if (argc < 2) {
    return std::string("a command is required") + kHelp;
  }
  const std::string_view first = argv[1];
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (verb->get_name() == first) {
      std::vector<std::string> options;
      for (const CLI::Option* option : verb->get_options()) {
        options.push_back(option->get_name());
      }
      for (int i = 2; i < argc; ++i) {
        const std::string_view word = std::string_view(argv[i]).substr(0, std::string_view(argv[i]).find('='));
        const bool known = std::find(options.begin(), options.end(), word) != options.end();
        const std::string hint = word.starts_with("--") && !known ? base::did_you_mean(word, options) : "";
        if (!hint.empty()) {
          return error.what() + hint;
        }
      }
      return fmt::format("{}; `assay {} --help` lists its options", error.what(), first);
    }
    verbs.push_back(verb->get_name());
  }
  if (first.starts_with('-')) {
    return error.what() + std::string(kHelp);
  }
  const auto near = base::nearest_name(first, verbs);
  return fmt::format("there is no command `{}`{}", base::to_printable(first),
                     near ? fmt::format("; did you mean `assay {}`?", *near) : kHelp);
}

base::ExitCode dispatch(int argc, char** argv) {
  std::error_code ignored;
  Invocation invocation;
  invocation.self = std::filesystem::read_symlink("/proc/self/exe", ignored);
  invocation.stock = invocation.self.parent_path();

  CLI::App app{"Unit tests for machine learning: data, training code, models."};
  app.name("assay");
  app.set_version_flag("--version", kVersion);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 passed, 1 a case did not pass, 2 your mistake, 3 the machine, 4 nothing ran, 77 all skipped.");
  add_run(app, invocation);
  add_list(app, invocation);
  add_plan(app, invocation);
  add_profile(app, invocation);
  add_suggest(app, invocation);
  add_drift(app, invocation);
  add_replay(app, invocation);
  add_mine(app, invocation);
  add_calibrate(app, invocation);
  add_power(app, invocation);
  add_init(app, invocation);
  add_doctor(app, invocation);
  add_schema(app, invocation);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    app.exit(success);
    return base::ExitCode::kPassed;
  } catch (const CLI::ParseError& error) {
    throw base::UserError(mistake_of(app, error, argc, argv));
  }
  return invocation.chosen();
}

}  // namespace
}  // namespace assay::tools

int main(int argc, char** argv) {
  return assay::tools::end_of_command([argc, argv] {
    // The guard is started for each worker, so it does not pay for the whole command line.
    if (argc == 4 && std::string_view(argv[1]) == "guard" && std::string_view(argv[2]) == "--order") {
      return assay::run::guard_main(argv[3]);
    }
    return static_cast<int>(assay::tools::dispatch(argc, argv));
  });
}
