#include <assay/base/error.hpp>
#include <assay/run/detail/ending_text.hpp>
#include <assay/run/detail/live_worker.hpp>
#include <assay/run/detail/writing.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace assay::run::detail {

namespace {

/// More than a guard needs for its grace and its sweep.
constexpr int kPatienceMilliseconds = 15'000;

}  // namespace

LiveWorker::LiveWorker(const std::filesystem::path& guard_program, const std::filesystem::path& folder, Batch batch,
                       Order order)
    : order_(std::move(order)) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw base::InfrastructureError(fmt::format("{} cannot be made: {}", folder.native(), error.message()));
  }
  order_.runner = ::getpid();
  order_.batch = folder / "batch.json";
  order_.events = folder / "events.jsonl";
  order_.output = folder / "output.txt";
  write_new_file(order_.events, "");
  batch.cases.clear();
  for (const OrderedCase& item : order_.cases) {
    batch.cases.push_back(item.name);
    names_.insert(item.name);
  }
  write_batch(batch, order_.batch);
  const std::filesystem::path order_file = folder / "order.json";
  write_order(order_, order_file);
  tail_.emplace(order_.events);
  tl::expected<Spawned, std::string> guard =
      spawn({guard_program.native(), "guard", "--order", order_file.native()}, -1, STDERR_FILENO);
  if (!guard) throw base::InfrastructureError("the guard of a worker: " + guard.error());
  guard_ = *std::move(guard);
}

LiveWorker::~LiveWorker() {
  if (ended_) return;
  cancel();
  pollfd watched{guard_.handle.get(), POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&watched, 1, kPatienceMilliseconds);
  } while (ready < 0 && errno == EINTR);
  if (ready == 0) ::kill(guard_.pid, SIGKILL);
  wait_for_end(guard_);
}

bool LiveWorker::is_own(const Event& event) const {
  switch (event.kind) {
    case EventKind::kRunStarted:
    case EventKind::kWorkerFinished:
      return true;
    case EventKind::kCaseStarted:
    case EventKind::kPhase:
    case EventKind::kStep:
    case EventKind::kCheck:
    case EventKind::kMeasure:
    case EventKind::kCaseFinished:
      return names_.contains(event.case_name);
    case EventKind::kRunPlanned:
    case EventKind::kWorkerEnded:
    case EventKind::kRunFinished:
      return false;
  }
  return false;
}

std::vector<Event> LiveWorker::read_new() {
  std::vector<Event> events;
  for (Event& event : tail_->read_new()) {
    if (event.kind == EventKind::kWorkerEnded) {
      // The guard writes last of all; what came before it under this name is forged.
      if (worker_ended_) ++foreign_;
      worker_ended_ = std::move(event);
    } else if (is_own(event)) {
      if (event.kind == EventKind::kCaseStarted) in_flight_ = event.case_name;
      if (event.kind == EventKind::kCaseFinished && event.case_name == in_flight_) in_flight_.clear();
      events.push_back(std::move(event));
    } else {
      ++foreign_;
    }
  }
  return events;
}

void LiveWorker::cancel() noexcept {
  if (!ended_) ::syscall(SYS_pidfd_send_signal, guard_.handle.get(), SIGTERM, nullptr, 0);
}

Event LiveWorker::take_end() {
  const int status = wait_for_end(guard_);
  ended_ = true;
  if (!worker_ended_ || status != 0) {
    Event event;
    event.kind = EventKind::kWorkerEnded;
    event.case_name = in_flight_;
    event.ending = Ending::kNotStarted;
    constexpr int kSignalBase = 128;
    event.detail = fmt::format("the guard of the worker {} before it could record the worker's end",
                               status > kSignalBase ? "was killed by " + signal_text(status - kSignalBase)
                                                    : fmt::format("ended with status {}", status));
    worker_ended_ = std::move(event);
  }
  worker_ended_->broken_lines = tail_->broken_lines() + foreign_;
  return *worker_ended_;
}

}  // namespace assay::run::detail
