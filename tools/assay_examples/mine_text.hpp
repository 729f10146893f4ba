#pragma once

#include <assay/examples/mine.hpp>
#include <assay/report/console.hpp>

#include <string>

namespace assay::tools {

/// What was mined, for a person: what was added and what waits for a look at its label, what could not be chosen, and
/// the first ten rows.
[[nodiscard]] std::string mine_text(const examples::Mined& mined, const std::string& into, bool labels_were_checked,
                                    const report::ConsoleStyle& style);

}  // namespace assay::tools
