#pragma once

#include <assay/run/run_record.hpp>

#include <string>
#include <vector>

namespace assay::report::detail {

/// What was measured in a case, short and rounded for a person: `60000 x 28 x 28 uint8`, `mean 72.94`, `std 90.02`.
/// Of the checks their own numbers (of several classes the range), of the case its measurements, and absent values if
/// there are any; at most ten items. Shape and type come from measurements `shape`, `dtype` (texts) or `rows`.
[[nodiscard]] std::vector<std::string> measured_items(const run::CaseRecord& record);

}  // namespace assay::report::detail
