#pragma once

#include <assay/base/check_result.hpp>
#include <assay/expect/detail/question.hpp>

#include <tl/expected.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace assay::expect::detail {

/// Draws the rows of a failure's offenders on one sheet, when the rows of the question's dataset are pictures: those
/// furthest outside first where the check has a bound for each value, else in order of position. Writes it as a PNG.
/// @returns what the sheet shows, as a caption; none when there is nothing to draw; or why it could not be written
[[nodiscard]] tl::expected<std::optional<std::string>, std::string> draw_offenders(const Question& question,
                                                                                   Planner& planner,
                                                                                   const base::Failure& failure,
                                                                                   const std::filesystem::path& file,
                                                                                   const OnRead& on_read);

}  // namespace assay::expect::detail
