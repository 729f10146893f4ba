#include <assay/run/detail/ending_text.hpp>
#include <assay/run/detail/record_builder.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay::run::detail {

using base::Fault;
using base::Verdict;

namespace {

constexpr double kNanosecondsPerSecond = 1e9;

/// A case that no worker came to.
CaseRecord record_without_attempt(const PlannedCase& planned) {
  Event finished;
  if (planned.skip.empty()) {
    finished.verdict = Verdict::kNotRun;
    finished.fault = Fault::kMachine;
    finished.reason = "the run ended before this case was started";
  } else {
    finished.verdict = planned.skip_fault == Fault::kNone ? Verdict::kSkipped : Verdict::kError;
    finished.fault = planned.skip_fault;
    finished.reason = planned.skip;
  }
  Attempt attempt;
  attempt.finished = finished;
  return judge(planned, attempt);
}

/// A worker may write what it likes; a record holds so many points of one case.
constexpr std::size_t kMostPoints = 100'000;

/// The step's loss belongs to the run that `detail` names.
void add_to_curve(Attempt& attempt, const Event& event) {
  if (!event.loss) return;
  const std::string name = event.detail.empty() ? "loss" : "loss, " + event.detail;
  if (attempt.curves.empty() || attempt.curves.back().name != name) attempt.curves.push_back({name, {}});
  std::size_t points = 0;
  for (const Curve& curve : attempt.curves) points += curve.points.size() + 1;
  if (points < kMostPoints) attempt.curves.back().points.emplace_back(event.step, *event.loss);
}

}  // namespace

void RecordBuilder::add(const Event& event) {
  if (!event.run.empty() && run_.empty()) run_ = event.run;
  if (!first_ns_) first_ns_ = event.monotonic_ns;
  last_ns_ = std::max(last_ns_, event.monotonic_ns);
  switch (event.kind) {
    case EventKind::kRunStarted:
      if (started_.empty()) started_ = event.time;
      return;
    case EventKind::kRunFinished:
      seconds_ = std::max(seconds_.value_or(0), event.seconds);
      return;
    case EventKind::kRunPlanned:
      if (event.planned && index_.emplace(event.planned->name, cases_.size()).second) {
        cases_.push_back({*event.planned, {}});
      }
      return;
    case EventKind::kWorkerEnded:
      warn_of_ending(event);
      break;
    default:
      break;
  }
  if (event.case_name.empty()) return;
  const auto found = index_.find(event.case_name);
  if (found != index_.end()) {
    add_to_case(cases_[found->second], event);
  } else if (unplanned_++ == 0) {
    first_unplanned_ = event.case_name;
  }
}

Attempt& RecordBuilder::open_attempt(PlannedAttempts& item, const Event& event) {
  const bool none = item.attempts.empty();
  const bool closed = !none && (item.attempts.back().finished || item.attempts.back().worker_ended);
  // A start that came to nothing (its worker was ended for another case) does not count once there is a new one.
  if (!none && !closed && event.kind == EventKind::kCaseStarted) item.attempts.pop_back();
  // What comes after the end of a case still belongs to it, until a new attempt begins or is given up.
  const bool begins = event.kind == EventKind::kCaseStarted || (closed && event.kind == EventKind::kCaseFinished);
  if (none || begins) {
    item.attempts.emplace_back();
    item.attempts.back().started_ns = event.monotonic_ns;
    item.attempts.back().last_ns = event.monotonic_ns;
  }
  return item.attempts.back();
}

void RecordBuilder::add_to_case(PlannedAttempts& item, const Event& event) {
  if (event.kind == EventKind::kWorkerEnded) {
    if (item.attempts.empty() || !item.attempts.back().started) return;
    // Past its limit a case may still finish before it is killed: that is too late.
    const bool final = event.ending == Ending::kTimeout || event.ending == Ending::kMemory;
    if (item.attempts.back().finished && !final) return;
  }
  Attempt& attempt = open_attempt(item, event);
  attempt.last_ns = std::max(attempt.last_ns, event.monotonic_ns);
  switch (event.kind) {
    case EventKind::kCaseStarted:
      attempt.started = true;
      return;
    case EventKind::kPhase:
      attempt.phase = event.phase;
      attempt.phase_detail = event.detail;
      return;
    case EventKind::kStep:
      attempt.step = event.step;
      add_to_curve(attempt, event);
      return;
    case EventKind::kCheck:
      if (event.check) attempt.checks.push_back(*event.check);
      return;
    case EventKind::kMeasure:
      if (event.measure) attempt.measurements.push_back(*event.measure);
      return;
    case EventKind::kCaseFinished:
      attempt.finished = event;
      return;
    case EventKind::kWorkerEnded:
      attempt.worker_ended = event;
      return;
    default:
      return;
  }
}

void RecordBuilder::warn_of_ending(const Event& event) {
  const std::string& near = event.case_name.empty() ? event.last_case : event.case_name;
  const std::string where = near.empty() ? std::string("a worker") : near;
  const bool by_itself = event.ending == Ending::kExited || event.ending == Ending::kSignalled;
  if (!event.swept.empty() && by_itself) {
    warnings_.push_back(
        fmt::format("{}: left {} running, which Assay ended: {}", where,
                    event.swept.size() == 1 ? "a process" : fmt::format("{} processes", event.swept.size()),
                    fmt::join(event.swept, ", ")));
  }
  if (event.broken_lines > 0) {
    warnings_.push_back(
        fmt::format("{}: {} lines of the worker's event log were no events of its cases and were passed over", where,
                    event.broken_lines));
  }
  if (event.case_name.empty() && !event.last_case.empty() && event.ending == Ending::kSignalled) {
    warnings_.push_back(
        fmt::format("{}: the worker was killed by {} after this case had finished", where, signal_text(event.code)));
  }
  if (event.case_name.empty() && !event.last_case.empty() && event.ending == Ending::kTimeout) {
    warnings_.push_back(fmt::format("{}: after this case {}", where, event.detail));
  }
}

std::optional<CaseRecord> RecordBuilder::last_attempt(const std::string& case_name) const {
  const auto found = index_.find(case_name);
  if (found == index_.end() || cases_[found->second].attempts.empty()) return std::nullopt;
  return judge(cases_[found->second].planned, cases_[found->second].attempts.back());
}

RunRecord RecordBuilder::record() const {
  RunRecord record;
  record.run = run_;
  record.started = started_;
  record.seconds =
      seconds_.value_or(static_cast<double>(last_ns_ - first_ns_.value_or(last_ns_)) / kNanosecondsPerSecond);
  record.warnings = warnings_;
  if (unplanned_ > 0) {
    record.warnings.push_back(
        fmt::format("{} events tell of cases that were not planned, the first of {}", unplanned_, first_unplanned_));
  }
  for (const PlannedAttempts& item : cases_) {
    if (item.attempts.empty()) {
      record.cases.push_back(record_without_attempt(item.planned));
      continue;
    }
    std::vector<CaseRecord> attempts;
    for (const Attempt& attempt : item.attempts) attempts.push_back(judge(item.planned, attempt));
    record.cases.push_back(join(item.planned, attempts));
  }
  record.exit = exit_code_of(record.cases);
  return record;
}

}  // namespace assay::run::detail
