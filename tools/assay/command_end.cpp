#include "command_end.hpp"

#include <assay/base/error.hpp>

#include "terminal.hpp"
#include <fmt/core.h>

#include <cstdio>
#include <exception>

namespace assay::tools {

int end_of_command(const std::function<int()>& command) {
  using base::ExitCode;
  try {
    return command();
  } catch (const base::UserError& error) {
    print_mistakes(error);
    return static_cast<int>(ExitCode::kUserError);
  } catch (const base::InternalError& error) {
    fmt::print(stderr,
               "internal error: {}\nThis is a fault of Assay. Please report it with the command and this text.\n",
               error.what());
    return static_cast<int>(ExitCode::kInfrastructure);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return static_cast<int>(ExitCode::kInfrastructure);
  }
}

}  // namespace assay::tools
