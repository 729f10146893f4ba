#pragma once

#include <assay/base/check_result.hpp>
#include <assay/run/event.hpp>
#include <assay/run/run_record.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::run::detail {

/// What the log tells of one attempt at a case.
struct Attempt {
  bool started = false;
  std::int64_t started_ns = 0;
  std::int64_t last_ns = 0;
  std::vector<base::CheckResult> checks;  ///< as reported
  std::vector<base::Measurement> measurements;
  std::vector<Curve> curves;  ///< of the steps; each run that the worker names has one
  std::string phase;          ///< the last one
  std::string phase_detail;
  std::uint64_t step = 0;
  std::optional<Event> finished;      ///< `case_finished`
  std::optional<Event> worker_ended;  ///< when the case was in flight; counts more than `finished`
};

/// The record of one attempt by itself: its verdict, one entry for each planned check, then the checks that were not
/// planned. Expected failures are `xfailed`.
[[nodiscard]] CaseRecord judge(const PlannedCase& planned, const Attempt& attempt);

/// The record of a case from its attempts in order. Each of the planned repetitions takes attempts until one passes or
/// its retries are used up; it is flaky when it passed by a retry. The case is what its first bad repetition is.
[[nodiscard]] CaseRecord join(const PlannedCase& planned, const std::vector<CaseRecord>& attempts);

/// Whether a retry could change this: a failure, not a cancelled run nor the user's mistake.
[[nodiscard]] bool worth_retrying(const CaseRecord& record) noexcept;

}  // namespace assay::run::detail
