#pragma once

#include <assay/base/check_result.hpp>
#include <assay/run/run_record.hpp>

#include <span>
#include <string>
#include <vector>

namespace assay::report::detail {

/// One line of a machine-readable report: a case itself, or one check of it. Its views live as long as the record.
struct Entry {
  std::string check;  ///< empty: the case itself
  base::Verdict verdict = base::Verdict::kNotRun;
  base::Fault fault = base::Fault::kNone;
  std::string reason;
  std::span<const base::Failure> failures;
  std::span<const base::Measurement> metrics;
  std::span<const run::Curve> curves{};  ///< of the case itself

  [[nodiscard]] bool is_case() const noexcept { return check.empty(); }
};

/// The entries of a case in the order of its checks, so that every report lists the same ones:
/// - a planned check always has one; without a result it takes over what befell the case;
/// - the case has one of its own, the first, if its kind always has (`test`, `train`, `memorize`), if it has no checks,
///   or if no check tells its verdict and fault (a crash, a skip without checks, `xpassed`, a cut budget).
[[nodiscard]] std::vector<Entry> entries_of(const run::CaseRecord& record);

/// `suite.kind.name`, with `/check` for a check.
[[nodiscard]] std::string name_of(const run::CaseRecord& record, const Entry& entry);

/// What follows `suite.kind.` in the case's name; the whole name when it does not start so.
[[nodiscard]] std::string short_name_of(const run::PlannedCase& planned);

}  // namespace assay::report::detail
