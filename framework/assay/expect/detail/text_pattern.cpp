#include <assay/base/utf8.hpp>
#include <assay/expect/detail/text_pattern.hpp>

#include <algorithm>
#include <optional>
#include <regex>
#include <utility>

namespace assay::expect::detail {

namespace {

// Backtracking takes exponential time and a stack as deep as the text is long; this walks all ways at once.
constexpr auto kSyntax = std::regex_constants::ECMAScript | std::regex_constants::__polynomial;

bool is_ascii(const std::string& text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char each) { return static_cast<unsigned char>(each) < 0x80U; });
}

std::wstring code_points(const std::string& text) {
  std::wstring points;
  points.reserve(text.size());
  const bool utf8 = base::is_utf8(text);
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i++]);
    std::uint32_t point = first;
    if (utf8 && first >= 0xC0U) {
      const unsigned more = first >= 0xF0U ? 3 : (first >= 0xE0U ? 2 : 1);
      point = first & (0x3FU >> more);
      for (unsigned k = 0; k < more; ++k) point = (point << 6U) | (static_cast<unsigned char>(text[i++]) & 0x3FU);
    }
    points.push_back(static_cast<wchar_t>(point));
  }
  return points;
}

}  // namespace

/// In code points, and in bytes where those are the same and quicker.
struct TextPattern::Compiled {
  std::wregex wide;
  std::optional<std::regex> narrow;
};

TextPattern::TextPattern(std::string pattern) : pattern_(std::move(pattern)) {
  auto compiled = std::make_shared<Compiled>();
  compiled->wide = std::wregex(code_points(pattern_), kSyntax);
  if (is_ascii(pattern_)) compiled->narrow.emplace(pattern_, kSyntax);
  compiled_ = std::move(compiled);
}

bool TextPattern::operator()(const std::string& text) const {
  if (compiled_->narrow && is_ascii(text)) return std::regex_search(text, *compiled_->narrow);
  return std::regex_search(code_points(text), compiled_->wide);
}

std::uint64_t character_count(const std::string& text) noexcept {
  return base::is_utf8(text) ? base::count_characters(text) : text.size();
}

}  // namespace assay::expect::detail
