#pragma once

#include <assay/trajectory/trajectory.hpp>

#include <tl/expected.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace assay::trajectory {

/// Reads metrics written as a JSON object a line.
///
/// A point is a line with a whole, non-negative number under `step_key`; other lines are no points. Of a repeated step
/// the later value wins, and lines of one step merge. Bare `NaN`, `Infinity`, `-Infinity`, the same as text in any case
/// (`"nan"`, `"inf"`) and numbers too large for a double are those values; `null`, truth values, other texts and nested
/// values are absent. Lines that cannot be read are counted, a torn last line is none.
[[nodiscard]] Trajectory parse_json_lines(std::string_view text, const std::string& step_key);

/// As above, for a file; one sentence when it is not there, not readable or larger than 1 GiB.
[[nodiscard]] tl::expected<Trajectory, std::string> read_json_lines(const std::filesystem::path& file,
                                                                    const std::string& step_key);

}  // namespace assay::trajectory
