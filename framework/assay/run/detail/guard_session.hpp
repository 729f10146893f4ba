#pragma once

#include <assay/base/file_descriptor.hpp>
#include <assay/run/detail/bounded_output.hpp>
#include <assay/run/detail/case_clock.hpp>
#include <assay/run/detail/order.hpp>
#include <assay/run/event_log.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::run::detail {

/// One guard's watch over one worker, from its start to the last of its descendants. The process must be a subreaper
/// with one thread that has SIGCHLD, SIGTERM and SIGINT blocked.
class GuardSession {
 public:
  /// Does not own the descriptors: the event log, a signalfd of those signals, a pidfd of the runner.
  GuardSession(const Order& order, int events, int signals, int runner);

  /// Starts the worker, waits for its end and sweeps. The answer is the `worker_ended` event.
  [[nodiscard]] Event watch();

 private:
  /// Why the guard ends the worker, and what it is doing about it.
  struct Decision {
    Ending ending = Ending::kExited;
    std::string detail;
    std::int64_t since_ns = 0;
  };

  void poll_once();
  [[nodiscard]] bool over() const;
  [[nodiscard]] std::int64_t next_wake_ns() const;
  void drain_output(std::size_t most);
  void read_signals();
  /// Takes the ends of all children that have ended; false when there is no child any more.
  bool reap();
  void read_events();
  void check_runner();
  void check_limits();
  void check_memory();
  void end_worker(Ending ending, std::string detail, std::int64_t grace_ns);
  void kill_when_grace_is_over();
  [[nodiscard]] Event report() const;

  const Order& order_;
  int events_;
  int signals_;
  int runner_;
  base::FileDescriptor changes_;  ///< inotify on the event log
  base::FileDescriptor output_pipe_;
  BoundedOutput output_;
  EventTail tail_;
  CaseClock clock_;
  pid_t worker_ = 0;
  std::optional<int> status_;  ///< as wait gives it; none: alive
  std::optional<Decision> decision_;
  std::int64_t kill_ns_ = 0;  ///< end of the grace, with a verdict
  bool runner_gone_ = false;
  std::int64_t sample_ns_ = 0;  ///< when memory is looked at next
  std::uint64_t peak_memory_ = 0;
  std::vector<std::string> swept_;
};

}  // namespace assay::run::detail
