#include <assay/base/utf8.hpp>
#include <assay/report/detail/wrap.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assay::report::detail {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

void wrap_line(std::string_view source, std::size_t width, std::size_t hang, std::vector<std::string>& lines) {
  const std::string line = base::to_printable(source);
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view words = std::string_view{line}.substr(indent);
  std::string current(indent, ' ');
  if (words.empty()) {
    lines.emplace_back();
    return;
  }
  bool empty = true;
  for (const std::string_view word : split(words, ' ')) {
    const std::size_t needed = width_of(current) + (empty ? 0 : 1) + width_of(word);
    if (!empty && needed > width) {
      lines.push_back(without_trailing_blanks(std::move(current)));
      current = std::string(indent + hang, ' ');
      empty = true;
    }
    if (!empty) {
      current += ' ';
    }
    current += word;
    empty = false;
  }
  lines.push_back(without_trailing_blanks(std::move(current)));
}

}  // namespace

std::size_t width_of(std::string_view text) noexcept { return base::count_characters(text); }

std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t hang) {
  std::vector<std::string> lines;
  while (text.ends_with('\n')) {
    text.remove_suffix(1);
  }
  if (text.empty()) {
    return lines;
  }
  for (std::string_view line : split(text, '\n')) {
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    wrap_line(line, width, hang, lines);
  }
  return lines;
}

std::vector<std::string> wrapped_list(const std::vector<std::string>& items, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& item : items) {
    if (!lines.empty() && width_of(lines.back()) + 2 + width_of(item) + 1 <= width) {
      lines.back() += ", " + item;
      continue;
    }
    if (!lines.empty()) {
      lines.back() += ',';
    }
    lines.push_back(item);
  }
  return lines;
}

std::string bounded(std::string_view text, std::size_t most) {
  if (text.size() <= most) {
    return std::string{text};
  }
  // Not in the middle of a character.
  std::size_t end = most;
  while (end > 0 && most - end < 3 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) {
    --end;
  }
  return fmt::format("{} ... ({} bytes in all)", text.substr(0, end), text.size());
}

std::vector<std::string> last_lines(std::string_view text, std::size_t most) {
  while (text.ends_with('\n')) {
    text.remove_suffix(1);
  }
  std::vector<std::string> lines;
  if (text.empty()) {
    return lines;
  }
  const std::vector<std::string_view> all = split(text, '\n');
  const std::size_t left_out = all.size() - std::min(all.size(), most);
  if (left_out > 0) {
    lines.push_back(fmt::format("... ({} lines before)", left_out));
  }
  for (std::size_t i = left_out; i < all.size(); ++i) {
    lines.emplace_back(all[i]);
  }
  return lines;
}

}  // namespace assay::report::detail
