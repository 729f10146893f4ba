#include <assay/run/detail/record_builder.hpp>
#include <assay/run/run_record.hpp>

namespace assay::run {

using base::ExitCode;
using base::Fault;
using base::Verdict;

namespace {

/// What a run contains, as far as the exit code asks.
struct Findings {
  bool user = false;
  bool failed = false;
  bool machine = false;
  bool not_run = false;
  bool ran = false;
  bool skipped = false;

  void add(Verdict verdict, Fault fault) noexcept {
    switch (verdict) {
      case Verdict::kPassed:
      case Verdict::kFlaky:
      case Verdict::kXfailed:
        ran = true;
        return;
      case Verdict::kSkipped:
        skipped = true;
        return;
      case Verdict::kFailed:
      case Verdict::kTimeout:
      case Verdict::kStalled:
      case Verdict::kCrashed:
      case Verdict::kXpassed:
        failed = true;
        return;
      case Verdict::kCancelled:
        machine = true;
        return;
      case Verdict::kError:
      case Verdict::kNotRun:
        add_fault(verdict, fault);
        return;
    }
  }

 private:
  void add_fault(Verdict verdict, Fault fault) noexcept {
    switch (fault) {
      case Fault::kUser:
        user = true;
        return;
      case Fault::kMachine:
        machine = true;
        return;
      case Fault::kData:
        failed = true;
        return;
      case Fault::kNone:
        // An error that nobody owns is never a pass.
        (verdict == Verdict::kError ? failed : not_run) = true;
        return;
    }
  }
};

}  // namespace

RunRecord to_record(std::span<const Event> events) {
  detail::RecordBuilder builder;
  for (const Event& event : events) builder.add(event);
  return builder.record();
}

ExitCode exit_code_of(std::span<const CaseRecord> cases) noexcept {
  Findings findings;
  for (const CaseRecord& item : cases) {
    findings.add(item.verdict, item.fault);
    for (const base::CheckResult& check : item.checks) {
      // Checks that were not run because of their case say nothing that the case does not say.
      const bool covered =
          check.verdict == Verdict::kNotRun && check.fault == Fault::kNone && item.verdict != Verdict::kPassed;
      if (!covered) findings.add(check.verdict, check.fault);
    }
  }
  if (findings.user) return ExitCode::kUserError;
  if (findings.failed) return ExitCode::kFailed;
  if (findings.machine) return ExitCode::kInfrastructure;
  if (findings.not_run || (!findings.ran && !findings.skipped)) return ExitCode::kNothingRan;
  return findings.ran ? ExitCode::kPassed : ExitCode::kSkipped;
}

}  // namespace assay::run
