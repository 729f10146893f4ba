#pragma once

#include <assay/base/check_result.hpp>

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::run {

/// The kinds of line in an event log. Those of the worker stand in docs/reference.md; the runner adds `run_planned`
/// (what is to be done, one line a case) and `run_finished`, the guard adds `worker_ended` when nothing of the worker
/// is left alive.
enum class EventKind {
  kRunPlanned,
  kRunStarted,
  kCaseStarted,
  kPhase,
  kStep,
  kCheck,
  kMeasure,
  kCaseFinished,
  kWorkerFinished,
  kWorkerEnded,
  kRunFinished,
};

/// Why a worker is no more.
enum class Ending {
  kExited,      ///< by itself, with `code`
  kSignalled,   ///< by a signal that Assay did not send
  kTimeout,     ///< the case in flight used up its time
  kBudget,      ///< the tier's budget was used up
  kMemory,      ///< the processes held more memory than the case may
  kCancelled,   ///< the user or the end of the runner
  kNotStarted,  ///< the program cannot be started; `detail` says why
};

/// What `run_planned` tells of a case, so that reports can be made from the log alone.
struct PlannedCase {
  std::string name;  ///< `suite.kind.name`
  std::string suite;
  std::string kind;
  std::string tier;
  std::string file;  ///< suite file, for places in reports
  int line = 0;
  std::vector<std::string> checks;
  std::string reproduce;
  std::string xfail;        ///< reason; empty: must pass
  std::string xfail_until;  ///< last day on which a failure is expected, `2027-03-01`; empty: for ever
  bool xfail_expired = false;
  unsigned repeat = 1;                          ///< repetitions, each of which must pass
  unsigned retries = 0;                         ///< further attempts of a repetition that did not pass
  std::string skip;                             ///< reason why it is not run; empty: it is run
  base::Fault skip_fault = base::Fault::kNone;  ///< `machine` (`--require`) or `user` make the skip an error

  friend bool operator==(const PlannedCase&, const PlannedCase&) = default;
};

/// One line of an event log. Fields that a kind does not use are empty. `case_finished` comes after the checks of its
/// case; a case whose worker could not be started is finished by the runner.
struct Event {
  EventKind kind = EventKind::kRunStarted;
  std::string run;
  std::string case_name;  ///< "" where no case is meant
  std::int64_t monotonic_ns = 0;

  std::string phase;   ///< `phase`: `read`, `scan`, `train`, ...
  std::string detail;  ///< `phase`: what is worked on; `worker_ended`: the cause in words
  std::uint64_t step = 0;
  std::optional<double> loss;  ///< `step`: what the step saw before its update, when the worker says so
  std::optional<base::CheckResult> check;
  std::optional<base::Measurement> measure;
  base::Verdict verdict = base::Verdict::kNotRun;  ///< `case_finished`
  base::Fault fault = base::Fault::kNone;
  std::string reason;
  double seconds = 0;  ///< `case_finished`, `run_finished`

  std::optional<PlannedCase> planned;

  Ending ending = Ending::kExited;  ///< `worker_ended`
  int code = 0;                     ///< exit status or signal number
  std::uint64_t peak_memory = 0;    ///< bytes, of all processes together
  std::vector<std::string> swept;   ///< what was still alive and was ended, as `name (pid)`
  std::string output;               ///< the last lines that the worker printed; also `case_finished` by the runner
  std::string last_case;            ///< `worker_ended`: the case that finished last in this worker
  std::uint64_t broken_lines = 0;   ///< lines of the worker's log that were no events of its cases

  std::string time;  ///< `run_started`, `run_finished`: RFC 3339

  friend bool operator==(const Event&, const Event&) = default;
};

/// The word of the log: `run_planned`, `case_started`, ...
[[nodiscard]] std::string_view to_text(EventKind kind) noexcept;
/// The word of the log: `exited`, `signalled`, `timeout`, ...
[[nodiscard]] std::string_view to_text(Ending ending) noexcept;

/// One line of JSON, without the end of line: `schema` (1), `event`, `run`, `case`, `monotonic_ns`, then the fields of
/// the kind that are not empty. Ill-formed UTF-8 is escaped; non-finite numbers are `{"number": "nan"}`, so that text
/// stays text.
[[nodiscard]] std::string to_line(const Event& event);

/// None for a kind that this version does not know; an error sentence for a line that is no event. Fields that it does
/// not know are skipped. Whole numbers up to 2^63 - 1 come back as int64, whatever they were.
[[nodiscard]] tl::expected<std::optional<Event>, std::string> parse_line(std::string_view line);

}  // namespace assay::run
