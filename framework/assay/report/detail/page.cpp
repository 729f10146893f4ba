#include <assay/report/detail/page.hpp>
#include <assay/report/detail/wrap.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assay::report::detail {
namespace {

constexpr std::size_t kLeastRoom = 20;
constexpr std::size_t kMarkColumn = 2;
constexpr std::size_t kNameColumn = 4;
constexpr std::size_t kGap = 2;

}  // namespace

std::size_t Page::room(std::size_t indent) const noexcept {
  return std::max(style_.width > indent ? style_.width - indent : 0, kLeastRoom);
}

void Page::blank() {
  if (!text_.empty()) {
    text_ += '\n';
  }
}

void Page::add(std::size_t indent, std::string_view text, Tone tone) {
  if (!text.empty()) {
    text_.append(indent, ' ');
    text_ += painted(text, tone, style_.colour);
  }
  text_ += '\n';
}

void Page::paragraph(std::size_t indent, std::string_view text, Tone tone) {
  for (const std::string& line : wrapped(text, room(indent))) {
    add(indent, line, tone);
  }
}

void Page::lines(std::size_t indent, const std::vector<Line>& lines) {
  for (const Line& line : lines) {
    add(indent, line.text, line.tone);
  }
}

void Page::heading(std::string_view left, Tone tone, std::string_view right) {
  const std::size_t used = width_of(left) + width_of(right);
  text_ += painted(left, tone, style_.colour);
  if (used + kGap <= room(0)) {
    text_.append(room(0) - used, ' ');
  } else {
    text_ += "\n  ";
  }
  text_ += painted(right, Tone::kDim, style_.colour);
  text_ += '\n';
}

void Page::row(const Row& row, std::size_t column) {
  text_.append(kMarkColumn, ' ');
  text_ += painted(row.mark, row.tone, style_.colour) + ' ' + std::string{row.name};
  const std::size_t end = kNameColumn + width_of(row.name);
  const std::size_t reserved = row.right.empty() ? 0 : width_of(row.right) + kGap;
  const std::size_t start = std::max(column, end + kGap);
  const std::size_t wide = room(start) > reserved ? room(start) - reserved : 0;

  const bool beside = start + kLeastRoom + reserved <= room(0) || start + width_of(row.summary) + reserved <= room(0);
  const std::size_t indent = beside ? start : kNameColumn + kGap;
  const std::vector<std::string> summary = wrapped(row.summary, beside ? std::max(wide, kLeastRoom) : room(indent), 0);

  std::size_t at = end;
  if (beside && !summary.empty()) {
    text_.append(start - end, ' ');
    text_ += painted(summary.front(), row.summary_tone, style_.colour);
    at = start + width_of(summary.front());
  }
  if (!row.right.empty()) {
    const std::size_t right_start = room(0) - std::min(room(0), width_of(row.right));
    text_.append(right_start > at + kGap ? right_start - at : kGap, ' ');
    text_ += painted(row.right, Tone::kDim, style_.colour);
  }
  text_ += '\n';
  for (std::size_t i = beside ? 1 : 0; i < summary.size(); ++i) {
    add(indent, summary[i], row.summary_tone);
  }
}

}  // namespace assay::report::detail
