#pragma once

#include <assay/base/check_result.hpp>
#include <assay/suite/memorize_case.hpp>
#include <assay/train/detail/fit.hpp>

#include <span>
#include <vector>

namespace assay::train::detail {

/// Verdicts of one run on what the case asks for, in this order: the checks, which say why something was not reached,
/// then `loss_below`, `accuracy_above`, `steps`, one `levels.<fraction>` each, `wall_time`. When nothing was asked that
/// could say that the run stopped before its time, nothing says it: `memorize` demands a goal.
[[nodiscard]] std::vector<base::CheckResult> verdicts_of(const suite::MemorizeCase& wanted, const FitRecord& run);

/// One list out of those of several runs, which are of one case: a check has the worst verdict of all runs, and its
/// messages say the seed: at their start of several runs, at their end of one.
[[nodiscard]] std::vector<base::CheckResult> merged(std::span<const FitRecord> runs,
                                                    std::vector<std::vector<base::CheckResult>> verdicts);

}  // namespace assay::train::detail
