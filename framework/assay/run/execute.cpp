#include <assay/base/clock.hpp>
#include <assay/base/error.hpp>
#include <assay/run/detail/execution.hpp>
#include <assay/run/execute.hpp>

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <pthread.h>
#include <sys/signalfd.h>

namespace assay::run {

namespace {

/// SIGINT, SIGTERM and SIGHUP as a descriptor to read, as long as it lives.
class SignalTrap {
 public:
  SignalTrap() {
    sigset_t watched;
    sigemptyset(&watched);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&watched, signal);
    ::pthread_sigmask(SIG_BLOCK, &watched, &before_);
    descriptor_ = base::FileDescriptor(::signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
  }
  ~SignalTrap() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalTrap(const SignalTrap&) = delete;
  SignalTrap& operator=(const SignalTrap&) = delete;
  [[nodiscard]] int descriptor() const noexcept { return descriptor_.get(); }

 private:
  sigset_t before_{};
  base::FileDescriptor descriptor_;
};

Event event_now(EventKind kind) {
  Event event;
  event.kind = kind;
  event.time = base::to_rfc3339(std::chrono::system_clock::now());
  return event;
}

}  // namespace

RunRecord execute(const Plan& plan, const ExecuteOptions& options) {
  const std::int64_t begin = base::monotonic_ns();
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (error) {
    throw base::InfrastructureError(fmt::format("{} cannot be made: {}", options.folder.native(), error.message()));
  }
  const SignalTrap signals;
  detail::JoinedLog log(options.folder / "events.jsonl", options.run, options.observer);
  log.add_own(event_now(EventKind::kRunStarted));
  for (const Task& task : plan.tasks) {
    Event event;
    event.kind = EventKind::kRunPlanned;
    event.case_name = task.planned.name;
    event.planned = task.planned;
    log.add_own(std::move(event));
  }
  detail::Execution(plan, options, log, signals.descriptor()).run();
  Event finished = event_now(EventKind::kRunFinished);
  constexpr double kNanosecondsPerSecond = 1e9;
  finished.seconds = static_cast<double>(base::monotonic_ns() - begin) / kNanosecondsPerSecond;
  log.add_own(std::move(finished));
  return log.record().record();
}

}  // namespace assay::run
