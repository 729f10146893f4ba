#pragma once

#include <assay/base/exit_code.hpp>

#include <filesystem>
#include <functional>

namespace assay::tools {

/// One call of the `assay` command: what the command line chose, and where the programs beside it are.
struct Invocation {
  std::filesystem::path self;              ///< this program
  std::filesystem::path stock;             ///< folder of the programs beside it: `assay-data`, ...
  std::function<base::ExitCode()> chosen;  ///< set by the verb that was given
};

}  // namespace assay::tools
