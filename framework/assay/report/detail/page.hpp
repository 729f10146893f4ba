#pragma once

#include <assay/report/console.hpp>
#include <assay/report/detail/line.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::report::detail {

/// Console text as it is written, line by line, in the width and with or without the colours of a style.
class Page {
 public:
  explicit Page(const ConsoleStyle& style) : style_(style) {}

  void blank();
  /// A paragraph, wrapped and indented.
  void paragraph(std::size_t indent, std::string_view text, Tone tone = Tone::kPlain);
  /// Lines that are already wrapped to `room(indent)`.
  void lines(std::size_t indent, const std::vector<Line>& lines);
  /// Two texts at both ends of a line, the right one dim; it goes to a line of its own when there is no room.
  void heading(std::string_view left, Tone tone, std::string_view right);

  /// A row of the list of cases. `summary` begins at column `column` at the earliest, wraps within itself, and goes
  /// below a name that leaves it no room.
  struct Row {
    std::string_view mark;
    std::string_view name;
    std::string_view summary;
    std::string_view right;  ///< at the end of the first line
    Tone tone = Tone::kPlain;
    Tone summary_tone = Tone::kPlain;
  };
  void row(const Row& row, std::size_t column);

  /// Columns that are left beside an indent; at least 20, so that a narrow terminal gets long lines and not none.
  [[nodiscard]] std::size_t room(std::size_t indent) const noexcept;
  [[nodiscard]] bool colour() const noexcept { return style_.colour; }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  void add(std::size_t indent, std::string_view text, Tone tone);

  ConsoleStyle style_;
  std::string text_;
};

}  // namespace assay::report::detail
