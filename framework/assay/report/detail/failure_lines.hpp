#pragma once

#include <assay/base/check_result.hpp>
#include <assay/report/detail/line.hpp>

#include <cstddef>
#include <vector>

namespace assay::report::detail {

/// What a failure holds beside its message: expected, observed, count of the total and its share, the first offenders
/// as a table, and files beside the results. Long texts are cut with their length, counts never.
[[nodiscard]] std::vector<Line> failure_lines(const base::Failure& failure, std::size_t width,
                                              std::size_t most_offenders);

/// `0.0214 %`; never rounded to 0 or 100 when it is neither.
[[nodiscard]] std::string share_text(std::uint64_t part, std::uint64_t total);

}  // namespace assay::report::detail
