#pragma once

#include <assay/base/exit_code.hpp>

#include <functional>

namespace assay::tools {

/// The exit code of a command: its own answer, or that of what it throws, which is told on stderr: mistakes (2), a
/// fault of Assay, and anything else that the machine is to blame for (3).
[[nodiscard]] int end_of_command(const std::function<int()>& command);

}  // namespace assay::tools
