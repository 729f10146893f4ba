#pragma once

#include <assay/run/detail/process_table.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace assay::run::detail {

/// The descendants of this process that have not ended.
[[nodiscard]] std::vector<Process> living_descendants();

/// Sends a signal to each of them.
void signal_descendants(int signal);

/// Kills all descendants of this process, which must be a subreaper, until none is left or the time is over. `reap`
/// takes the ends of children and says whether there are children still; `signals` is a signalfd of SIGCHLD that wakes
/// it. Lists what was alive as `name (pid)`.
[[nodiscard]] std::vector<std::string> sweep_descendants(int signals, std::int64_t limit_ns,
                                                         const std::function<bool()>& reap);

}  // namespace assay::run::detail
