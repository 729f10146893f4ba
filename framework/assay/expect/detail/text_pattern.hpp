#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace assay::expect::detail {

/// A regular expression (ECMAScript) that is looked for anywhere in a text. A character is a code point; in text that
/// is not UTF-8 each byte is one. Takes time in proportion to the text, whatever the pattern; without back-references.
class TextPattern {
 public:
  /// @throws std::regex_error for what is no regular expression.
  explicit TextPattern(std::string pattern);

  [[nodiscard]] bool operator()(const std::string& text) const;
  friend bool operator==(const TextPattern& left, const TextPattern& right) noexcept {
    return left.pattern_ == right.pattern_;
  }

 private:
  struct Compiled;
  std::string pattern_;
  std::shared_ptr<const Compiled> compiled_;
};

/// Number of code points; of text that is not UTF-8 the number of bytes.
[[nodiscard]] std::uint64_t character_count(const std::string& text) noexcept;

}  // namespace assay::expect::detail
