#pragma once

#include <assay/expect/detail/data_profile.hpp>
#include <assay/report/console.hpp>

#include <string>

namespace assay::tools {

/// A profile for a person: a block a column with its histogram, range, mean and what is special.
/// @param stored where it was stored; empty: nowhere
[[nodiscard]] std::string profile_text(const expect::detail::DataProfile& profile, const std::string& stored,
                                       const report::ConsoleStyle& style);

/// Ten bars of the column's distribution: of numbers equal parts of their range, of up to ten classes one each, of more
/// the most frequent ones. Empty when nothing is known of the values.
[[nodiscard]] std::string sparkline(const expect::detail::ColumnProfile& column);

}  // namespace assay::tools
