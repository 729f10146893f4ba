#pragma once

#include <assay/base/check_result.hpp>
#include <assay/base/exit_code.hpp>
#include <assay/run/event.hpp>

#include <span>
#include <string>
#include <vector>

namespace assay::run {

/// What became of one planned case.
struct CaseRecord {
  PlannedCase planned;
  base::Verdict verdict = base::Verdict::kNotRun;
  base::Fault fault = base::Fault::kNone;
  std::string reason;
  double seconds = 0;
  std::vector<base::CheckResult> checks;        ///< in the order of the plan, one for each planned check
  std::vector<base::Measurement> measurements;  ///< of the case itself
  std::string output;                           ///< last lines of the worker's output, when it did not end well
  unsigned attempts = 1;

  friend bool operator==(const CaseRecord&, const CaseRecord&) = default;
};

/// A whole run, made from its event log alone, so that all reports and the exit code agree.
struct RunRecord {
  std::string run;
  std::string started;  ///< RFC 3339
  double seconds = 0;
  std::vector<CaseRecord> cases;  ///< in the order of the plan
  std::vector<std::string> warnings;
  base::ExitCode exit = base::ExitCode::kNothingRan;

  friend bool operator==(const RunRecord&, const RunRecord&) = default;
};

/// Joins the events of a run: the plan's lines and those of all its workers, in any interleaving of the workers.
/// A case that started and did not finish is crashed, timed out or in error as its `worker_ended` says; a case that
/// never started is `not_run`; failed checks of an xfail case are `xfailed`.
[[nodiscard]] RunRecord to_record(std::span<const Event> events);

/// The exit code that these verdicts and faults mean: the first of 2, 1, 3, 4 that applies, else 77 or 0.
[[nodiscard]] base::ExitCode exit_code_of(std::span<const CaseRecord> cases) noexcept;

}  // namespace assay::run
