#include <assay/base/utf8.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

namespace assay::base {
namespace {

/// One well-formed character at the front of some bytes; a length of 0 says that there is none.
struct Character {
  std::uint32_t code = 0;
  std::size_t length = 0;
};

constexpr std::uint32_t byte_at(std::string_view bytes, std::size_t at) noexcept {
  return static_cast<unsigned char>(bytes[at]);
}

Character first_character(std::string_view bytes) noexcept {
  const std::uint32_t lead = byte_at(bytes, 0);
  if (lead < 0x80) {
    return {lead, 1};
  }
  std::size_t length = 0;
  std::uint32_t least = 0;  // what needs this many bytes at the least; less is an overlong form
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
    least = 0x80;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    least = 0x800;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    least = 0x10000;
  }
  if (length == 0 || bytes.size() < length) {
    return {};
  }
  std::uint32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const std::uint32_t next = byte_at(bytes, i);
    if ((next & 0xC0U) != 0x80) {
      return {};
    }
    code = (code << 6U) | (next & 0x3FU);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least || code > 0x10FFFF || surrogate) {
    return {};
  }
  return {code, length};
}

/// Characters that steer a terminal or reorder a line: C0, DEL, C1, line separators, bidirectional controls.
bool is_control(std::uint32_t code) noexcept {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

void append_escaped(std::string& text, std::uint32_t code) {
  switch (code) {
    case '\n':
      text += "\\n";
      return;
    case '\r':
      text += "\\r";
      return;
    case '\t':
      text += "\\t";
      return;
    default:
      text += code < 0x80 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
  }
}

std::string escaped(std::string_view bytes, bool also_controls) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const Character character = first_character(bytes);
    if (character.length == 0) {
      fmt::format_to(std::back_inserter(text), "\\x{:02x}", byte_at(bytes, 0));
      bytes.remove_prefix(1);
      continue;
    }
    if (also_controls && is_control(character.code)) {
      append_escaped(text, character.code);
    } else {
      text += bytes.substr(0, character.length);
    }
    bytes.remove_prefix(character.length);
  }
  return text;
}

}  // namespace

bool is_utf8(std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const Character character = first_character(bytes);
    if (character.length == 0) {
      return false;
    }
    bytes.remove_prefix(character.length);
  }
  return true;
}

std::string to_utf8(std::string_view bytes) { return escaped(bytes, false); }

std::string to_printable(std::string_view bytes) { return escaped(bytes, true); }

std::size_t count_characters(std::string_view utf8) noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    count += (byte_at(utf8, i) & 0xC0U) != 0x80 ? 1U : 0U;
  }
  return count;
}

}  // namespace assay::base
