#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::report::detail {

/// Columns that printable text takes on a terminal, one a code point.
[[nodiscard]] std::size_t width_of(std::string_view text) noexcept;

/// The text in lines of at most `width` columns, made printable. Lines are broken at blanks only, so a path or number
/// longer than the width stays whole; what is carried over is indented as its line was, and by `hang` more. Line ends
/// in the text stay line ends. Empty text has no lines.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t hang = 2);

/// Items in lines of at most `width` columns, separated by `, `; an item is never broken.
[[nodiscard]] std::vector<std::string> wrapped_list(const std::vector<std::string>& items, std::size_t width);

/// The text as it is up to `most` characters; of longer text the beginning and how long it was.
[[nodiscard]] std::string bounded(std::string_view text, std::size_t most);

/// At most `most` lines: of more, the last ones, under a line that counts those left out.
[[nodiscard]] std::vector<std::string> last_lines(std::string_view text, std::size_t most);

}  // namespace assay::report::detail
