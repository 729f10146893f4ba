#include <assay/run/detail/attempt.hpp>
#include <assay/run/detail/ending_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace assay::run::detail {

using base::CheckResult;
using base::Fault;
using base::Verdict;

namespace {

constexpr double kNanosecondsPerSecond = 1e9;

bool is_expected_to_fail(const PlannedCase& planned) { return !planned.xfail.empty() && !planned.xfail_expired; }

CheckResult check_without_verdict(const std::string& name, Verdict verdict, Fault fault, std::string reason) {
  CheckResult check;
  check.check = name;
  check.verdict = verdict;
  check.fault = fault;
  check.reason = std::move(reason);
  return check;
}

/// The reported check with this name, taken out of the list.
std::optional<CheckResult> take(std::vector<CheckResult>& reported, const std::string& name) {
  const auto found = std::ranges::find(reported, name, &CheckResult::check);
  if (found == reported.end()) return std::nullopt;
  CheckResult check = std::move(*found);
  reported.erase(found);
  return check;
}

/// The planned checks in their order, `otherwise` standing in for those that were not reported; then the others, of
/// which those of an equal name get `~2`, `~3`, ...
template <typename Otherwise>
std::vector<CheckResult> complete(const PlannedCase& planned, std::vector<CheckResult> reported,
                                  const Otherwise& otherwise) {
  std::vector<CheckResult> checks;
  for (const std::string& name : planned.checks) {
    std::optional<CheckResult> check = take(reported, name);
    checks.push_back(check ? *std::move(check) : otherwise(name));
  }
  const auto is_taken = [&checks](const std::string& name) {
    return std::ranges::find(checks, name, &CheckResult::check) != checks.end();
  };
  for (CheckResult& check : reported) {
    const std::string name = check.check;
    for (int number = 2; is_taken(check.check); ++number) check.check = fmt::format("{}~{}", name, number);
    checks.push_back(std::move(check));
  }
  return checks;
}

/// Verdict, fault and reason of a case that was in flight when its worker ended.
void judge_ending(const Attempt& attempt, const Event& ended, CaseRecord& record) {
  record.output = ended.output;
  record.reason = ending_text(ended);
  const bool reading = attempt.phase == "read";
  if (reading && (ended.ending == Ending::kSignalled || ended.ending == Ending::kTimeout)) {
    // The worker only runs HDF5 in this phase: the file under test is what broke it.
    record.verdict = Verdict::kError;
    record.fault = Fault::kData;
    record.reason =
        fmt::format("HDF5 {} reading {}", ended.ending == Ending::kTimeout ? "hung" : "crashed", attempt.phase_detail);
    return;
  }
  if (!attempt.phase.empty() && ended.ending != Ending::kNotStarted) {
    record.reason += fmt::format("; last phase: {}{}{}", attempt.phase, attempt.phase_detail.empty() ? "" : " ",
                                 attempt.phase_detail);
    if (attempt.step > 0) record.reason += fmt::format(", step {}", attempt.step);
  }
  switch (ended.ending) {
    case Ending::kExited:
    case Ending::kSignalled:
    case Ending::kMemory:
      record.verdict = Verdict::kCrashed;
      return;
    case Ending::kTimeout:
      record.verdict = Verdict::kTimeout;
      return;
    case Ending::kBudget:
      record.verdict = Verdict::kNotRun;
      record.fault = Fault::kMachine;
      return;
    case Ending::kCancelled:
      record.verdict = Verdict::kCancelled;
      return;
    case Ending::kNotStarted:
      record.verdict = Verdict::kError;
      record.fault = Fault::kMachine;
      return;
  }
}

/// Makes the case agree with its checks: what is worst among them is what the case is.
void judge_checks(CaseRecord& record) {
  std::vector<std::string> failed;
  const CheckResult* error = nullptr;
  for (const CheckResult& check : record.checks) {
    if (check.verdict == Verdict::kFailed) failed.push_back(check.check);
    if (check.verdict == Verdict::kError && (error == nullptr || check.fault == Fault::kUser)) error = &check;
  }
  if (!failed.empty()) {
    record.verdict = Verdict::kFailed;
    if (record.reason.empty()) {
      record.reason =
          fmt::format("{} of {} checks failed: {}", failed.size(), record.checks.size(), fmt::join(failed, ", "));
    }
  } else if (error != nullptr && record.verdict == Verdict::kPassed) {
    record.verdict = Verdict::kError;
    record.fault = error->fault;
    if (record.reason.empty()) record.reason = error->reason;
  }
}

void judge_finished(const PlannedCase& planned, const Event& finished, CaseRecord& record,
                    std::vector<CheckResult> reported) {
  record.verdict = finished.verdict;
  record.fault = finished.fault;
  record.reason = finished.reason;
  record.seconds = finished.seconds;
  record.output = finished.output;
  record.checks = complete(planned, std::move(reported), [&finished](const std::string& name) {
    if (finished.verdict == Verdict::kSkipped) {
      return check_without_verdict(name, Verdict::kSkipped, Fault::kNone, finished.reason);
    }
    if (finished.verdict == Verdict::kPassed) {
      return check_without_verdict(name, Verdict::kError, Fault::kMachine, "the worker gave no verdict on this check");
    }
    return check_without_verdict(name, Verdict::kNotRun, Fault::kNone, finished.reason);
  });
  if (finished.verdict == Verdict::kPassed || finished.verdict == Verdict::kFailed) judge_checks(record);
}

/// Turns failures that were expected into `xfailed`, and says when an expectation is over.
void apply_expectation(const PlannedCase& planned, CaseRecord& record) {
  if (planned.xfail.empty()) return;
  const bool expected = is_expected_to_fail(planned);
  const auto apply = [&planned, expected](Verdict& verdict, std::string& reason) {
    if (verdict != Verdict::kFailed) return;
    if (expected) {
      verdict = Verdict::kXfailed;
      reason = fmt::format("expected ({}){}{}", planned.xfail, reason.empty() ? "" : ": ", reason);
    } else {
      reason += fmt::format("{}it was expected to fail ({}) until {}", reason.empty() ? "" : "; ", planned.xfail,
                            planned.xfail_until);
    }
  };
  bool errors = false;
  for (CheckResult& check : record.checks) {
    apply(check.verdict, check.reason);
    errors = errors || check.verdict == Verdict::kError;
  }
  if (expected && record.verdict == Verdict::kPassed) {
    record.verdict = Verdict::kXpassed;
    record.reason = fmt::format("it passed, but it was expected to fail: {}", planned.xfail);
    return;
  }
  if (expected && errors && record.verdict == Verdict::kFailed) {
    const auto error = std::ranges::find(record.checks, Verdict::kError, &CheckResult::verdict);
    record.verdict = Verdict::kError;
    record.fault = error->fault;
    record.reason = error->reason;
    return;
  }
  apply(record.verdict, record.reason);
}

}  // namespace

CaseRecord judge(const PlannedCase& planned, const Attempt& attempt) {
  CaseRecord record;
  record.planned = planned;
  record.measurements = attempt.measurements;
  record.curves = attempt.curves;
  if (attempt.started)
    record.seconds = static_cast<double>(attempt.last_ns - attempt.started_ns) / kNanosecondsPerSecond;
  if (attempt.finished && !attempt.worker_ended) {
    judge_finished(planned, *attempt.finished, record, attempt.checks);
    apply_expectation(planned, record);
    return record;
  }
  if (attempt.worker_ended) {
    judge_ending(attempt, *attempt.worker_ended, record);
  } else {
    record.verdict = Verdict::kError;
    record.fault = Fault::kMachine;
    record.reason = "the event log stops before the end of this case";
  }
  record.checks = complete(planned, attempt.checks, [&record](const std::string& name) {
    const bool broken_data = record.verdict == Verdict::kError && record.fault == Fault::kData;
    return check_without_verdict(name, broken_data ? Verdict::kError : Verdict::kNotRun,
                                 broken_data ? Fault::kData : Fault::kNone, record.reason);
  });
  // A failed check that came before the crash is no less expected, but the crash itself is never covered.
  const auto [verdict, fault, reason] = std::tuple(record.verdict, record.fault, record.reason);
  apply_expectation(planned, record);
  std::tie(record.verdict, record.fault, record.reason) = std::tie(verdict, fault, reason);
  return record;
}

bool worth_retrying(const CaseRecord& record) noexcept {
  return !base::is_good(record.verdict) && record.verdict != Verdict::kXpassed &&
         record.verdict != Verdict::kCancelled && record.verdict != Verdict::kNotRun && record.fault != Fault::kUser;
}

}  // namespace assay::run::detail
