#include <assay/run/event.hpp>

namespace assay::run {

std::string_view to_text(EventKind kind) noexcept {
  switch (kind) {
    case EventKind::kRunPlanned:
      return "run_planned";
    case EventKind::kRunStarted:
      return "run_started";
    case EventKind::kCaseStarted:
      return "case_started";
    case EventKind::kPhase:
      return "phase";
    case EventKind::kStep:
      return "step";
    case EventKind::kCheck:
      return "check";
    case EventKind::kMeasure:
      return "measure";
    case EventKind::kCaseFinished:
      return "case_finished";
    case EventKind::kWorkerFinished:
      return "worker_finished";
    case EventKind::kWorkerEnded:
      return "worker_ended";
    case EventKind::kRunFinished:
      return "run_finished";
  }
  return "";
}

std::string_view to_text(Ending ending) noexcept {
  switch (ending) {
    case Ending::kExited:
      return "exited";
    case Ending::kSignalled:
      return "signalled";
    case Ending::kTimeout:
      return "timeout";
    case Ending::kBudget:
      return "budget";
    case Ending::kMemory:
      return "memory";
    case Ending::kCancelled:
      return "cancelled";
    case Ending::kNotStarted:
      return "not_started";
  }
  return "";
}

}  // namespace assay::run
