#include <assay/run/detail/attempt.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace assay::run::detail {

using base::CheckResult;
using base::Verdict;

namespace {

bool was_cut(const CaseRecord& record) {
  return record.verdict == Verdict::kNotRun || record.verdict == Verdict::kCancelled;
}

/// One repetition: the attempt that counts. Checks that a retry healed are flaky too.
CaseRecord join_repetition(std::span<const CaseRecord> attempts) {
  const auto real = std::find_if(attempts.rbegin(), attempts.rend(), [](const auto& a) { return !was_cut(a); });
  CaseRecord result = real == attempts.rend() ? attempts.back() : *real;
  if (attempts.size() == 1 || !base::is_good(result.verdict) || result.verdict == Verdict::kSkipped) return result;
  const CaseRecord& first = attempts.front();
  result.verdict = Verdict::kFlaky;
  result.reason =
      fmt::format("passed at attempt {}; at first {}: {}", attempts.size(), base::to_text(first.verdict), first.reason);
  for (CheckResult& check : result.checks) {
    const auto before = std::ranges::find(first.checks, check.check, &CheckResult::check);
    if (check.verdict == Verdict::kPassed && before != first.checks.end() &&
        (before->verdict == Verdict::kFailed || before->verdict == Verdict::kError)) {
      check.verdict = Verdict::kFlaky;
      check.reason = fmt::format("passed at attempt {}; at first {}: {}", attempts.size(),
                                 base::to_text(before->verdict), before->reason);
    }
  }
  return result;
}

/// Which of two repetitions the case is: the first bad one, else the first flaky one, else the last.
bool counts_more(const CaseRecord& now, const CaseRecord& later) {
  if (!base::is_good(now.verdict)) return true;
  return now.verdict == Verdict::kFlaky && base::is_good(later.verdict);
}

}  // namespace

CaseRecord join(const PlannedCase& planned, const std::vector<CaseRecord>& attempts) {
  std::optional<CaseRecord> result;
  std::size_t counted = 0;
  unsigned bad = 0;
  unsigned repetitions = 0;
  std::span<const CaseRecord> rest(attempts);
  while (!rest.empty()) {
    std::size_t taken = 1;
    while (taken < rest.size() && taken <= planned.retries && worth_retrying(rest[taken - 1])) ++taken;
    CaseRecord repetition = join_repetition(rest.first(taken));
    rest = rest.subspan(taken);
    ++repetitions;
    bad += base::is_good(repetition.verdict) ? 0U : 1U;
    if (!result || !counts_more(*result, repetition)) {
      result = std::move(repetition);
    }
    counted += taken;
  }
  result->attempts = static_cast<unsigned>(counted);
  if (repetitions > 1 && bad > 0) {
    result->reason += fmt::format("; so ended {} of {} repetitions", bad, repetitions);
  }
  return *std::move(result);
}

}  // namespace assay::run::detail
