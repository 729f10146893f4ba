#include <assay/base/clock.hpp>
#include <assay/run/detail/ending_text.hpp>
#include <assay/run/detail/execution.hpp>
#include <assay/run/detail/polling.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <utility>

namespace assay::run::detail {

using base::Fault;
using base::Verdict;

namespace {

constexpr std::int64_t kWakeWithoutChanges = 50'000'000;

std::int64_t end_of(std::optional<base::Duration> budget) {
  constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  const std::int64_t now = base::monotonic_ns();
  return budget ? now + std::min<std::int64_t>(budget->count(), kNever - now) : kNever;
}

}  // namespace

Execution::Execution(const Plan& plan, const ExecuteOptions& options, JoinedLog& log, int signals)
    : plan_(plan),
      options_(options),
      log_(log),
      signals_(signals),
      changes_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)),
      budget_end_ns_(end_of(plan.budget)) {
  for (const Task& task : plan_.tasks) {
    repetitions_left_.push_back(std::max(1U, task.planned.repeat) - 1);
    retries_left_.push_back(task.planned.retries);
  }
  for (std::size_t job = 0; job < plan_.jobs.size(); ++job) queue_.push_back({job, plan_.jobs[job].tasks, false});
}

void Execution::run() {
  const unsigned most = std::max(1U, options_.jobs);
  while (!queue_.empty() || !running_.empty()) {
    if (cancelled_ || budget_is_used_up()) give_up_queue();
    while (!queue_.empty() && running_.size() < most) {
      auto next = std::ranges::find_if(queue_, [this](const Assignment& item) { return is_ready(item); });
      if (next == queue_.end()) {
        // What it waits for is on its way; when nothing is, it never comes, and the cases say so themselves.
        if (!running_.empty()) break;
        next = queue_.begin();
      }
      Assignment assignment = std::move(*next);
      queue_.erase(next);
      start_worker(std::move(assignment));
    }
    if (!running_.empty()) wait();
  }
}

bool Execution::is_ready(const Assignment& assignment) const {
  return std::ranges::all_of(assignment.tasks, [&](std::size_t task) {
    const std::optional<std::size_t> needed = plan_.tasks[task].needs;
    return !needed || over_.contains(*needed) || std::ranges::find(assignment.tasks, *needed) != assignment.tasks.end();
  });
}

bool Execution::budget_is_used_up() const { return plan_.budget && base::monotonic_ns() >= budget_end_ns_; }

void Execution::start_worker(Assignment assignment) {
  const Job& job = plan_.jobs[assignment.job];
  const Task& first = plan_.tasks[assignment.tasks.front()];
  Order order;
  order.run = options_.run;
  order.program = std::filesystem::absolute(job.program);
  order.folder = std::filesystem::absolute(job.suite_file).parent_path();
  const std::string threads = std::to_string(std::max(1U, first.threads));
  order.env = {{"OMP_NUM_THREADS", threads}, {"MKL_NUM_THREADS", threads}};
  order.env.insert(order.env.end(), first.env.begin(), first.env.end());
  order.budget = plan_.budget;
  order.budget_end_ns = plan_.budget ? budget_end_ns_ : 0;
  for (const std::size_t index : assignment.tasks) {
    const Task& task = plan_.tasks[index];
    order.cases.push_back({task.planned.name, task.limit, task.memory});
  }
  const std::filesystem::path folder =
      std::filesystem::absolute(options_.folder) / "workers" / std::to_string(++workers_);
  Batch batch{.run = options_.run,
              .suite_file = job.suite_file,
              .files = std::filesystem::absolute(options_.folder) / "files",
              .keeps_files = options_.keeps_folder,
              .tier = plan_.tier,
              .seed = plan_.seed,
              .hdf5_plugins = plan_.hdf5_plugins,
              .cases = {}};
  auto worker = std::make_unique<LiveWorker>(options_.guard_program, folder, std::move(batch), std::move(order));
  if (changes_) ::inotify_add_watch(changes_.get(), worker->events().c_str(), IN_MODIFY);
  running_.push_back({std::move(assignment), std::move(worker), {}});
}

void Execution::wait() {
  std::vector<pollfd> watched = {{signals_, POLLIN, 0}, {changes_.get(), POLLIN, 0}};
  for (const Running& running : running_) watched.push_back({running.worker->handle(), POLLIN, 0});
  std::int64_t until = plan_.budget && !queue_.empty() ? budget_end_ns_ : std::numeric_limits<std::int64_t>::max();
  // Without inotify (its instances are few) the logs are looked at now and then.
  if (!changes_) until = base::monotonic_ns() + kWakeWithoutChanges;
  wait_until(watched, until);

  if (watched[0].revents != 0) read_signals();
  if (watched[1].revents != 0) discard_input(changes_.get());
  std::size_t position = 2;
  for (auto running = running_.begin(); running != running_.end(); ++position) {
    read_events(*running);
    if (watched[position].revents == 0) {
      ++running;
      continue;
    }
    conclude(*running);
    running = running_.erase(running);
  }
}

void Execution::read_signals() {
  signalfd_siginfo info{};
  while (::read(signals_, &info, sizeof info) == sizeof info) {
    cancelled_ = true;
    for (const Running& running : running_) running.worker->cancel();
  }
}

void Execution::read_events(Running& running) {
  for (Event& event : running.worker->read_new()) {
    if (event.kind == EventKind::kCaseFinished) running.finished.insert(event.case_name);
    log_.add(std::move(event));
  }
}

void Execution::conclude(Running& running) {
  // The guard's last word may have come between the look at the log and the look at its handle.
  read_events(running);
  const Event ended = running.worker->take_end();
  log_.add(ended);
  std::vector<std::size_t> done;
  std::vector<std::size_t> undone;
  for (const std::size_t index : running.assignment.tasks) {
    const std::string& name = plan_.tasks[index].planned.name;
    (running.finished.contains(name) || name == ended.case_name ? done : undone).push_back(index);
  }
  if (ended.ending == Ending::kCancelled) cancelled_ = true;
  const bool cut = cancelled_ || (plan_.budget && ended.ending == Ending::kBudget);
  if (cut || !done.empty()) {
    if (!undone.empty()) queue_.push_front({running.assignment.job, undone, running.assignment.retry});
    settle(running, done);
    if (cut) give_up_queue();
    return;
  }
  const std::string reason = start_failure_text(ended, running.worker->order().program.native());
  for (const std::size_t index : undone) give_up(index, Verdict::kError, Fault::kMachine, reason, ended.output);
}

void Execution::settle(const Running& running, const std::vector<std::size_t>& done) {
  std::vector<std::size_t> again;
  for (const std::size_t index : done) {
    over_.insert(index);
    const std::optional<CaseRecord> attempt = log_.record().last_attempt(plan_.tasks[index].planned.name);
    if (attempt && worth_retrying(*attempt) && retries_left_[index] > 0) {
      --retries_left_[index];
      queue_.push_back({running.assignment.job, {index}, true});
    } else if (repetitions_left_[index] > 0) {
      --repetitions_left_[index];
      retries_left_[index] = plan_.tasks[index].planned.retries;
      again.push_back(index);
    }
  }
  if (!again.empty()) queue_.push_back({running.assignment.job, again, false});
}

void Execution::give_up(std::size_t task, Verdict verdict, Fault fault, const std::string& reason,
                        const std::string& output) {
  over_.insert(task);
  Event event;
  event.kind = EventKind::kCaseFinished;
  event.case_name = plan_.tasks[task].planned.name;
  event.verdict = verdict;
  event.fault = fault;
  event.reason = reason;
  event.output = output;
  log_.add_own(std::move(event));
}

void Execution::give_up_queue() {
  const std::deque<Assignment> queue = std::exchange(queue_, {});
  for (const Assignment& assignment : queue) {
    if (assignment.retry) continue;
    for (const std::size_t task : assignment.tasks) {
      if (cancelled_) {
        give_up(task, Verdict::kCancelled, Fault::kNone, "the run was cancelled before this case was started", "");
      } else {
        give_up(task, Verdict::kNotRun, Fault::kMachine,
                fmt::format("the budget of {} was used up before this case was started", base::to_text(*plan_.budget)),
                "");
      }
    }
  }
}

}  // namespace assay::run::detail
