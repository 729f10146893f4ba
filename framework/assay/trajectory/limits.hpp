#pragma once

#include <assay/base/check_result.hpp>
#include <assay/suite/train_case.hpp>
#include <assay/trajectory/trajectory.hpp>

#include <vector>

namespace assay::trajectory {

/// Judges what a run wrote by all limits of its case: `steps`, `gap`, then `<metric>.<key>` for each metric and key in
/// the order of docs/reference.md.
///
/// A non-finite value anywhere in a metric fails every limit on it; a metric that was never written, or fell silent,
/// fails as missing (`required = false`: never written is skipped). `by_step` takes the last value at or before the
/// mark, and a mark beyond the last step is never reached. `reference` and `from_history` are judged elsewhere.
[[nodiscard]] std::vector<base::CheckResult> judge(const suite::TrainCase& limits, const Trajectory& trajectory);

}  // namespace assay::trajectory
