#include <assay/expect/detail/toml_text.hpp>

#include <fmt/format.h>

namespace assay::expect::detail {

std::string toml_text(std::string_view text) {
  std::string result = "\"";
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == '"' || character == '\\') {
      result += '\\';
      result += character;
    } else if (byte < 0x20 || byte == 0x7F) {
      result += fmt::format("\\u{:04X}", byte);
    } else {
      result += character;
    }
  }
  return result + '"';
}

}  // namespace assay::expect::detail
