#pragma once

#include <assay/base/exit_code.hpp>
#include <assay/run/foreground.hpp>

#include <string>

namespace assay::tools {

/// Runs a program in place of this one, prints nothing itself and answers with its exit code.
/// @param whose_fault who is to hear of a crash outside of a file, as the end of a sentence; empty: Assay itself
/// @throws base::UserError when HDF5 crashed or hung reading a file; base::InternalError when the program crashed
/// otherwise and `whose_fault` is empty; base::InfrastructureError when it crashed, was interrupted, cannot be started
/// or ended with a status that no program of Assay has.
[[nodiscard]] base::ExitCode run_beside(const run::ForegroundTask& task, const std::string& whose_fault = {});

/// The same for a program that looks at the user's data: those that HDF5 crashed on or hung at are told on stderr, and
/// the answer is `kFailed`, for it is the data that are broken.
[[nodiscard]] base::ExitCode run_on_data(const run::ForegroundTask& task);

}  // namespace assay::tools
