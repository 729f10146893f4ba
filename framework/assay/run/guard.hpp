#pragma once

#include <filesystem>

namespace assay::run {

/// The guard's whole life, the body of the hidden command `assay guard --order FILE`: becomes the subreaper of one
/// worker's processes, starts the worker, enforces limits, sweeps descendants until none is left, appends
/// `worker_ended` to the event log, and ends the whole tree when the runner dies. Single-threaded.
/// @return the process's exit status: 0 when the worker's end was recorded, 3 when the order cannot be carried out.
[[nodiscard]] int guard_main(const std::filesystem::path& order_file);

}  // namespace assay::run
