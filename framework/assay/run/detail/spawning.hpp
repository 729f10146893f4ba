#pragma once

#include <assay/base/file_descriptor.hpp>

#include <tl/expected.hpp>

#include <string>
#include <sys/types.h>
#include <vector>

namespace assay::run::detail {

/// A process that was started, with a handle that no other process can get.
struct Spawned {
  pid_t pid = 0;
  base::FileDescriptor handle;  ///< pidfd; readable when the process has ended
};

/// Starts a program (looked up in PATH when it has no slash) as the leader of a process group of its own, with nothing
/// blocked or ignored and without input. `output` becomes its stdout, `errors` its stderr; -1 throws either away.
/// One sentence when it cannot be started.
[[nodiscard]] tl::expected<Spawned, std::string> spawn(const std::vector<std::string>& arguments, int output,
                                                       int errors);

/// Waits for the end: the exit status, or 128 + the signal's number.
int wait_for_end(const Spawned& process);

}  // namespace assay::run::detail
