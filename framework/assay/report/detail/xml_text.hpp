#pragma once

#include <string>
#include <string_view>

namespace assay::report::detail {

/// The text as character data or attribute value of XML 1.0 in UTF-8: ill-formed bytes and characters that XML forbids
/// (controls, U+FFFE, U+FFFF) are written as `\xNN`, `\uNNNN`; `& < > "` and, so that attributes keep them, line ends
/// and tabs as references.
[[nodiscard]] std::string xml_attribute(std::string_view text);

/// As `xml_attribute`, with line ends and tabs as they are.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace assay::report::detail
