#pragma once

#include <assay/base/file_descriptor.hpp>
#include <assay/run/detail/order.hpp>

#include <tl/expected.hpp>

#include <string>
#include <sys/types.h>

namespace assay::run::detail {

/// A worker that has begun to run its program.
struct StartedWorker {
  pid_t pid = 0;
  base::FileDescriptor output;  ///< reading end of its stdout and stderr, never waits
};

/// Starts the order's program as the leader of a session of its own: in the order's folder and environment, without
/// input or core dumps, with the event log as its only other descriptor, to be killed when the calling process ends.
/// One sentence when the program cannot be run. Only for a process with one thread.
[[nodiscard]] tl::expected<StartedWorker, std::string> start_worker(const Order& order, int events);

}  // namespace assay::run::detail
