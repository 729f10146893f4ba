#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace assay::run::detail {

/// A program to run and what it shares with the process that starts it.
struct ProcessStart {
  std::filesystem::path program;                         ///< a path, not looked up
  std::vector<std::string> arguments;                    ///< without the program's name
  std::filesystem::path folder;                          ///< where it starts; empty: where the calling process is
  std::vector<std::pair<std::string, std::string>> env;  ///< added to the environment
  int output = -1;  ///< becomes its stdout and stderr; -1: it has those of the calling process
  int kept = -1;    ///< stays open in it under the same number, as the only other descriptor; -1: none
};

/// Starts a program as the leader of a session of its own: without a shell, input or core dumps, with nothing blocked
/// or ignored, to be killed when the calling process ends. Returns when the program has begun to run, or one sentence
/// why it cannot be run. Only for a process with one thread.
[[nodiscard]] tl::expected<pid_t, std::string> start_process(const ProcessStart& start);

}  // namespace assay::run::detail
