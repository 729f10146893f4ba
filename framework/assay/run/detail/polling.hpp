#pragma once

#include <cstdint>
#include <poll.h>
#include <span>

namespace assay::run::detail {

/// Waits for one of the descriptors until a moment of CLOCK_MONOTONIC, an hour at most; the answers are in `revents`.
void wait_until(std::span<pollfd> watched, std::int64_t until_ns);

/// Reads and forgets what a descriptor that never waits has to say (inotify, signalfd).
void discard_input(int descriptor);

}  // namespace assay::run::detail
