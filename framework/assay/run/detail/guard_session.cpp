#include <assay/base/byte_size.hpp>
#include <assay/base/clock.hpp>
#include <assay/run/detail/guard_session.hpp>
#include <assay/run/detail/polling.hpp>
#include <assay/run/detail/sweep.hpp>
#include <assay/run/detail/worker_start.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <limits>
#include <map>
#include <poll.h>
#include <span>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace assay::run::detail {

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kGrace = 500 * kMillisecond;
constexpr std::int64_t kGraceWithoutRunner = 300 * kMillisecond;
constexpr std::int64_t kKillAgain = 50 * kMillisecond;
constexpr std::int64_t kWakeWithoutChanges = 50 * kMillisecond;
constexpr std::int64_t kSweepLimit = 5000 * kMillisecond;
constexpr std::int64_t kSweepLimitWithoutRunner = 1000 * kMillisecond;
constexpr std::int64_t kShortestSample = 20 * kMillisecond;
constexpr std::int64_t kLongestSample = 500 * kMillisecond;
/// Looking at all processes may take this share of the time at most.
constexpr std::int64_t kSampleShare = 20;
constexpr std::size_t kDrainAtOnce = std::size_t{1} << 20;
constexpr std::size_t kReportedOutput = 4096;

}  // namespace

GuardSession::GuardSession(const Order& order, int events, int signals, int runner)
    : order_(order),
      events_(events),
      signals_(signals),
      runner_(runner),
      changes_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)),
      output_(order.output),
      tail_(order.events),
      clock_(order.cases, base::monotonic_ns()) {
  if (changes_) ::inotify_add_watch(changes_.get(), order.events.c_str(), IN_MODIFY);
}

Event GuardSession::watch() {
  tl::expected<StartedWorker, std::string> worker = start_worker(order_, events_);
  if (!worker) {
    decision_ = Decision{Ending::kNotStarted, worker.error(), 0};
    return report();
  }
  worker_ = worker->pid;
  output_pipe_ = std::move(worker->output);
  while (!over()) poll_once();
  swept_ =
      sweep_descendants(signals_, runner_gone_ ? kSweepLimitWithoutRunner : kSweepLimit, [this] { return reap(); });
  // What the pipe holds is all there will be; its end is never waited for.
  drain_output(kDrainAtOnce);
  output_.finish();
  read_events();
  return report();
}

bool GuardSession::over() const {
  // A process that even KILL does not end hangs in the kernel; the run goes on without it.
  return status_ || (decision_ && base::monotonic_ns() > decision_->since_ns + kGrace + kSweepLimit);
}

void GuardSession::poll_once() {
  std::array<pollfd, 4> watched{{{signals_, POLLIN, 0},
                                 {runner_gone_ ? -1 : runner_, POLLIN, 0},
                                 {changes_.get(), POLLIN, 0},
                                 {output_pipe_.get(), POLLIN, 0}}};
  wait_until(watched, next_wake_ns());
  if (watched[3].revents != 0) drain_output(kDrainAtOnce);
  if (watched[2].revents != 0) discard_input(changes_.get());
  // First of all, so that a decision is on the case that is in flight by now.
  read_events();
  if (watched[0].revents != 0) read_signals();
  if (watched[1].revents != 0) check_runner();
  check_limits();
  check_memory();
  kill_when_grace_is_over();
}

std::int64_t GuardSession::next_wake_ns() const {
  if (decision_) return kill_ns_;
  // Without inotify (its instances are few) the log is looked at now and then.
  if (!changes_) return base::monotonic_ns() + kWakeWithoutChanges;
  std::int64_t wake = clock_.deadline_ns().value_or(std::numeric_limits<std::int64_t>::max());
  if (order_.budget) wake = std::min(wake, order_.budget_end_ns);
  const OrderedCase* in_flight = clock_.in_flight();
  if (in_flight != nullptr && in_flight->memory) wake = std::min(wake, sample_ns_);
  return wake;
}

void GuardSession::drain_output(std::size_t most) {
  std::array<char, 65536> buffer;
  std::size_t drained = 0;
  while (output_pipe_ && drained < most) {
    const ssize_t count = ::read(output_pipe_.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) output_pipe_.reset();
    if (count <= 0) return;
    drained += static_cast<std::size_t>(count);
    output_.add({buffer.data(), static_cast<std::size_t>(count)});
  }
}

void GuardSession::read_signals() {
  signalfd_siginfo info{};
  while (::read(signals_, &info, sizeof info) == sizeof info) {
    if (info.ssi_signo == SIGCHLD) continue;
    if (::getppid() != order_.runner) {
      check_runner();
    } else if (decision_) {
      kill_ns_ = base::monotonic_ns();  // asked once more: no more grace
    } else {
      end_worker(Ending::kCancelled, "the run was cancelled while this case ran", kGrace);
    }
  }
  reap();
}

bool GuardSession::reap() {
  for (;;) {
    int status = 0;
    rusage usage{};
    const pid_t pid = ::wait4(-1, &status, WNOHANG, &usage);
    if (pid < 0 && errno == EINTR) continue;
    if (pid <= 0) return pid == 0;
    if (pid != worker_) continue;
    status_ = status;
    constexpr std::uint64_t kKilobyte = 1024;
    peak_memory_ = std::max(peak_memory_, static_cast<std::uint64_t>(usage.ru_maxrss) * kKilobyte);
  }
}

void GuardSession::read_events() {
  const std::int64_t now = base::monotonic_ns();
  const OrderedCase* before = clock_.in_flight();
  const std::vector<Event> events = tail_.read_new();
  // The verdict is on the case in flight when it was made, even if the worker goes on during the grace.
  if (decision_) return;
  for (const Event& event : events) clock_.add(event, now);
  if (clock_.in_flight() != before) sample_ns_ = now;
}

void GuardSession::check_runner() {
  if (runner_gone_) return;
  runner_gone_ = true;
  end_worker(Ending::kCancelled, "the runner ended", kGraceWithoutRunner);
}

void GuardSession::check_limits() {
  if (decision_ || status_) return;
  const std::int64_t now = base::monotonic_ns();
  if (order_.budget && now >= order_.budget_end_ns) {
    end_worker(Ending::kBudget,
               fmt::format("the budget of {} was used up while this case ran", base::to_text(*order_.budget)), kGrace);
  } else if (clock_.deadline_ns() && now >= *clock_.deadline_ns()) {
    end_worker(Ending::kTimeout, clock_.expired_text(), kGrace);
  }
}

void GuardSession::check_memory() {
  const OrderedCase* in_flight = clock_.in_flight();
  const std::int64_t now = base::monotonic_ns();
  if (decision_ || status_ || in_flight == nullptr || !in_flight->memory || now < sample_ns_) return;
  const std::vector<Process> processes = living_descendants();
  std::uint64_t held = 0;
  for (const Process& process : processes) held += process.memory;
  // Pages that processes share are counted for each of them in the quick sum; it only decides whether to look closer.
  // Closer means twice: while processes end, what they shared is counted here and there.
  if (held > *in_flight->memory) held = std::min(shared_memory_of(processes), shared_memory_of(living_descendants()));
  peak_memory_ = std::max(peak_memory_, held);
  const std::int64_t cost = base::monotonic_ns() - now;
  sample_ns_ = now + std::clamp(cost * kSampleShare, kShortestSample, kLongestSample);
  if (held > *in_flight->memory) {
    end_worker(Ending::kMemory,
               fmt::format("out of memory: the processes held {}, this case may use {}", base::byte_size_text(held),
                           base::byte_size_text(*in_flight->memory)),
               0);
  }
}

void GuardSession::end_worker(Ending ending, std::string detail, std::int64_t grace_ns) {
  if (!decision_) {
    decision_ = Decision{ending, std::move(detail), base::monotonic_ns()};
    if (grace_ns > 0) signal_descendants(SIGTERM);
    kill_ns_ = base::monotonic_ns() + grace_ns;
  }
  kill_ns_ = std::min(kill_ns_, base::monotonic_ns() + grace_ns);
}

void GuardSession::kill_when_grace_is_over() {
  const std::int64_t now = base::monotonic_ns();
  if (!decision_ || status_ || now < kill_ns_) return;
  signal_descendants(SIGKILL);
  // Also where /proc cannot be read. The numbers are the worker's until its end is taken.
  ::kill(-worker_, SIGKILL);
  ::kill(worker_, SIGKILL);
  kill_ns_ = now + kKillAgain;
}

Event GuardSession::report() const {
  Event event;
  event.kind = EventKind::kWorkerEnded;
  if (const OrderedCase* in_flight = clock_.in_flight()) event.case_name = in_flight->name;
  event.last_case = clock_.last_case();
  if (status_) {
    event.ending = WIFSIGNALED(*status_) ? Ending::kSignalled : Ending::kExited;
    event.code = WIFSIGNALED(*status_) ? WTERMSIG(*status_) : WEXITSTATUS(*status_);
  }
  if (decision_) {
    event.ending = decision_->ending;
    event.detail = decision_->detail;
  }
  event.peak_memory = peak_memory_;
  event.swept = swept_;
  event.output = output_.tail(kReportedOutput);
  return event;
}

}  // namespace assay::run::detail
