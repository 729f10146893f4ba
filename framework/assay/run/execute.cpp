#include <assay/base/clock.hpp>
#include <assay/base/error.hpp>
#include <assay/run/detail/execution.hpp>
#include <assay/run/detail/signal_trap.hpp>
#include <assay/run/execute.hpp>

#include <fmt/format.h>

#include <chrono>

namespace assay::run {

namespace {

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
  const detail::SignalTrap signals;
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
