#pragma once

#include <assay/base/exit_code.hpp>
#include <assay/examples/reading.hpp>

#include "example_options.hpp"

namespace assay::tools {

/// Judges a predictions file against a suite and prints what came of it. @throws base::UserError
[[nodiscard]] base::ExitCode replay(const ReplayOptions& options, const examples::Reading& reading);

/// Takes the hardest examples of a pool into a suite and prints which. @throws base::UserError
[[nodiscard]] base::ExitCode mine(const MineOptions& options, const examples::Reading& reading);

}  // namespace assay::tools
