#pragma once

#include <assay/base/check_result.hpp>
#include <assay/suite/train_case.hpp>
#include <assay/trajectory/trajectory.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace assay::trajectory::detail {

/// Turns a result into a failed one with this sentence.
void fail(base::CheckResult& result, std::string message, std::string expected, base::Scalar observed);

/// All limits on one metric; `curve` is null when it was never written.
[[nodiscard]] std::vector<base::CheckResult> judge_metric(const suite::MetricLimits& limits, const Curve* curve,
                                                          const std::vector<std::int64_t>& steps);

}  // namespace assay::trajectory::detail
