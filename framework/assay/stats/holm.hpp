#pragma once

#include <span>
#include <vector>

namespace assay::stats {

/// The p-values of several tests, each raised so that comparing all with one level keeps the chance of any false alarm
/// among them below that level, whatever their dependence (Holm 1979, step-down). In the order given; NaN stands for
/// no test, stays NaN and does not count.
[[nodiscard]] std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace assay::stats
