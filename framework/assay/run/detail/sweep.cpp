#include <assay/base/clock.hpp>
#include <assay/base/utf8.hpp>
#include <assay/run/detail/polling.hpp>
#include <assay/run/detail/sweep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <map>
#include <unistd.h>
#include <utility>

namespace assay::run::detail {

std::vector<Process> living_descendants() {
  std::vector<Process> processes = descendants_of(::getpid());
  std::erase_if(processes, [](const Process& process) { return process.state == 'Z' || process.state == 'X'; });
  return processes;
}

void signal_descendants(int signal) {
  for (const Process& process : living_descendants()) send_signal(process, signal);
}

std::vector<std::string> sweep_descendants(int signals, std::int64_t limit_ns, const std::function<bool()>& reap) {
  // The death of a grandchild raises no signal here, so each wait is also bounded.
  constexpr std::int64_t kLookAgain = 10'000'000;
  const std::int64_t begin = base::monotonic_ns();
  std::map<std::pair<pid_t, std::uint64_t>, std::string> found;
  for (;;) {
    const bool children = reap();
    const std::vector<Process> alive = living_descendants();
    for (const Process& process : alive) {
      found.emplace(std::pair(process.pid, process.start_time), base::to_printable(process.name));
      send_signal(process, SIGKILL);
    }
    const std::int64_t now = base::monotonic_ns();
    if ((alive.empty() && !children) || now - begin >= limit_ns) {
      std::vector<std::string> swept;
      for (const auto& [identity, name] : found) {
        const bool remains = std::ranges::find(alive, identity.first, &Process::pid) != alive.end();
        swept.push_back(fmt::format("{} ({}){}", name, identity.first, remains ? ", which cannot be ended" : ""));
      }
      return swept;
    }
    std::array<pollfd, 1> watched{{{signals, POLLIN, 0}}};
    wait_until(watched, now + kLookAgain);
    discard_input(signals);
  }
}

}  // namespace assay::run::detail
