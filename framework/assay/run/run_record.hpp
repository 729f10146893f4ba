#pragma once

#include <assay/base/check_result.hpp>
#include <assay/base/exit_code.hpp>
#include <assay/run/event.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace assay::run {

/// How a number went over the steps of a case, as far as its worker came.
struct Curve {
  std::string name;                                      ///< `loss`, with several runs `loss, seed 3`
  std::vector<std::pair<std::uint64_t, double>> points;  ///< step, counted from 1, and value; it may be non-finite

  friend bool operator==(const Curve&, const Curve&) = default;
};

/// What became of one planned case.
struct CaseRecord {
  PlannedCase planned;
  base::Verdict verdict = base::Verdict::kNotRun;
  base::Fault fault = base::Fault::kNone;
  std::string reason;
  double seconds = 0;
  std::vector<base::CheckResult> checks;        ///< in the order of the plan, one for each planned check
  std::vector<base::Measurement> measurements;  ///< of the case itself
  std::vector<Curve> curves;                    ///< of its steps; thinned by the worker when there are many
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
/// - A case that started and did not finish is crashed, timed out, cancelled or not run as its `worker_ended` says;
/// when
///   it was reading HDF5 (last phase `read`), a crash or time-out is an `error` with fault `data` of each of its checks
///   that was not reported. Other checks without a verdict are `not_run`, of a skipped case `skipped`.
/// - A case that never started is skipped as planned, else `not_run` with fault `machine`.
/// - A case is as bad as the worst of its checks; a pass with a planned check unreported is an error of the machine.
/// - Failed checks of an xfail case are `xfailed`, with none failed and no error the case is `xpassed`; crashes and
///   time-outs are never covered, an expired xfail covers nothing.
/// - Attempts are joined: a repetition that passes by a retry is `flaky`, the first bad repetition is the case's
/// verdict.
[[nodiscard]] RunRecord to_record(std::span<const Event> events);

/// The exit code that these verdicts and faults mean: the first of 2, 1, 3, 4 that applies, else 77 or 0.
[[nodiscard]] base::ExitCode exit_code_of(std::span<const CaseRecord> cases) noexcept;

}  // namespace assay::run
