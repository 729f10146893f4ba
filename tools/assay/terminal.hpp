#pragma once

#include <assay/base/error.hpp>
#include <assay/report/console.hpp>

#include <string>

namespace assay::tools {

/// Whether a descriptor leads to a person.
[[nodiscard]] bool is_terminal(int descriptor) noexcept;

/// Colour only on a terminal and never with NO_COLOR or TERM=dumb; the terminal's width, `COLUMNS`, or 80.
[[nodiscard]] report::ConsoleStyle style_of(int descriptor);

/// Writes all mistakes to stderr, one a line, sorted as they stand in their files.
void print_mistakes(const base::UserError& error);

/// Writes one warning to stderr.
void print_warning(const std::string& sentence);

}  // namespace assay::tools
