#pragma once

#include <assay/expect/detail/drift_report.hpp>
#include <assay/report/console.hpp>

#include <string>

namespace assay::tools {

/// A comparison for a person: a line a column with its distances, and why it counts as drifted.
[[nodiscard]] std::string drift_text(const expect::detail::DriftReport& report, const std::string& before,
                                     const std::string& now, const report::ConsoleStyle& style);

}  // namespace assay::tools
