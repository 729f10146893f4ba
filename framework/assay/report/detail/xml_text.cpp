#include <assay/base/utf8.hpp>
#include <assay/report/detail/xml_text.hpp>

#include <fmt/format.h>

namespace assay::report::detail {
namespace {

std::string escaped(std::string_view bytes, bool attribute) {
  const std::string text = base::to_utf8(bytes);
  std::string xml;
  xml.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char character = text[i];
    const auto code = static_cast<unsigned char>(character);
    switch (character) {
      case '&':
        xml += "&amp;";
        continue;
      case '<':
        xml += "&lt;";
        continue;
      case '>':
        xml += "&gt;";
        continue;
      case '"':
        xml += "&quot;";
        continue;
      case '\r':
        // Even in text: a parser turns a bare carriage return into a line feed.
        xml += "&#13;";
        continue;
      case '\n':
      case '\t':
        xml += attribute ? fmt::format("&#{};", code) : std::string{character};
        continue;
      default:
        break;
    }
    const std::string_view three = std::string_view{text}.substr(i, 3);
    if (code < 0x20 || code == 0x7F) {
      xml += fmt::format("\\x{:02x}", code);
    } else if (three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF") {
      xml += three == "\xEF\xBF\xBE" ? "\\ufffe" : "\\uffff";
      i += 2;
    } else {
      xml += character;
    }
  }
  return xml;
}

}  // namespace

std::string xml_attribute(std::string_view text) { return escaped(text, true); }

std::string xml_text(std::string_view text) { return escaped(text, false); }

}  // namespace assay::report::detail
