#pragma once

#include <string>
#include <string_view>

namespace assay::base {

/// True when the bytes are well-formed UTF-8 (no surrogates, no overlong forms, at most U+10FFFF).
[[nodiscard]] bool is_utf8(std::string_view bytes) noexcept;

/// The text with each ill-formed byte written as `\xNN`, so that it can stand in JSON and XML.
[[nodiscard]] std::string to_utf8(std::string_view bytes);

/// As `to_utf8`, with control characters written as `\n`, `\t`, `\xNN` or `\uNNNN` (ESC, the C1 block, those that
/// reorder or break a line): safe to print on a terminal in one line.
[[nodiscard]] std::string to_printable(std::string_view bytes);

/// Number of code points of well-formed UTF-8.
[[nodiscard]] std::size_t count_characters(std::string_view utf8) noexcept;

}  // namespace assay::base
