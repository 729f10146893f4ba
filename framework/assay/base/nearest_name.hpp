#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay::base {

/// The allowed name that was most likely meant: fewest edits (Damerau-Levenshtein with adjacent swaps), case
/// differences count half; of equals the first. None when even the nearest needs more edits than a third of the longer
/// name's length; short names are allowed 2 edits, but never more than half their length, and case alone never refuses.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view written, std::span<const std::string> allowed);

/// "; did you mean `x`?", the end of every message about a name that is not known; empty when no allowed name is near.
[[nodiscard]] std::string did_you_mean(std::string_view written, std::span<const std::string> allowed);

}  // namespace assay::base
