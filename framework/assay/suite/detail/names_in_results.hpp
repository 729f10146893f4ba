#pragma once

#include <string>
#include <vector>

namespace assay::suite::detail {

/// Names as filters and terminals can carry them: `* ? : "` and control characters become `_`; of names that are then
/// equal the second gets `~2`, the third `~3`. The order is kept.
[[nodiscard]] std::vector<std::string> names_in_results(std::vector<std::string> names);

}  // namespace assay::suite::detail
