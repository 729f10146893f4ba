#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace assay::run::detail {

/// A process as /proc tells of it.
struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  char state = '?';              ///< `Z`: ended, not yet waited for
  std::uint64_t start_time = 0;  ///< clock ticks since boot; with `pid` it names a process for good
  std::uint64_t memory = 0;      ///< resident bytes
  std::string name;              ///< at most 15 bytes, any bytes

  friend bool operator==(const Process&, const Process&) = default;
};

/// Reads the text of `/proc/<pid>/stat`. The name stands in brackets and may itself hold brackets, spaces and line
/// ends; none for text that is not of this form.
[[nodiscard]] std::optional<Process> parse_stat(std::string_view text, std::uint64_t page_size);

/// The process as it is now; none when it is gone.
[[nodiscard]] std::optional<Process> read_process(pid_t pid);

/// All descendants of a process, parents before children, ended ones included. With this process as subreaper those
/// that left their group or session are among them.
[[nodiscard]] std::vector<Process> descendants_of(pid_t ancestor);

/// Sends a signal to exactly this process, never to another that got its number since. False when it is gone.
bool send_signal(const Process& process, int signal);

/// Bytes that the processes hold together by now; pages that several share count once in sum, where the kernel tells.
[[nodiscard]] std::uint64_t shared_memory_of(const std::vector<Process>& processes);

}  // namespace assay::run::detail
