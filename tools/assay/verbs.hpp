#pragma once

#include <assay/base/exit_code.hpp>

#include "invocation.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}  // namespace CLI

namespace assay::tools {

/// Each adds one verb with its options to the command line; when that verb is given, `invocation.chosen` does it.
void add_run(CLI::App& app, Invocation& invocation);
void add_list(CLI::App& app, Invocation& invocation);
void add_plan(CLI::App& app, Invocation& invocation);
void add_init(CLI::App& app, Invocation& invocation);
void add_replay(CLI::App& app, Invocation& invocation);
void add_mine(CLI::App& app, Invocation& invocation);
void add_calibrate(CLI::App& app, Invocation& invocation);
void add_power(CLI::App& app, Invocation& invocation);
void add_profile(CLI::App& app, Invocation& invocation);
void add_suggest(CLI::App& app, Invocation& invocation);
void add_drift(CLI::App& app, Invocation& invocation);
void add_doctor(CLI::App& app, Invocation& invocation);
void add_schema(CLI::App& app, Invocation& invocation);

}  // namespace assay::tools
