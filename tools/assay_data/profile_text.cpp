#include "profile_text.hpp"

#include <assay/base/utf8.hpp>
#include <assay/expect/detail/literal.hpp>
#include <assay/expect/detail/wording.hpp>
#include <assay/report/detail/page.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace assay::tools {
namespace {

using expect::detail::ColumnKind;
using expect::detail::ColumnProfile;
using expect::detail::count_text;
using report::detail::Page;
using report::detail::Tone;

constexpr std::size_t kBars = 10;

std::string number_text(const base::Number& number) {
  const auto* real = std::get_if<double>(&number);
  return real != nullptr ? fmt::format("{:.4g}", *real) : base::to_text(number);
}

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{:.3g} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::vector<std::uint64_t> bars_of_numbers(const ColumnProfile& column) {
  const auto& entries = column.values.entries();
  std::vector<std::uint64_t> bars;
  if (entries.size() <= kBars) {
    for (const auto& entry : entries) bars.push_back(entry.times);
    return bars;
  }
  bars.resize(kBars);
  const double low = expect::detail::to_double(column.values.value(entries.front()));
  const double high = expect::detail::to_double(column.values.value(entries.back()));
  for (const auto& entry : entries) {
    // Halves, so that the width of the widest range does not overflow.
    const double place = (expect::detail::to_double(column.values.value(entry)) / 2 - low / 2) / (high / 2 - low / 2);
    bars[std::min(static_cast<std::size_t>(place * kBars), kBars - 1)] += entry.times;
  }
  return bars;
}

std::vector<std::uint64_t> bars_of_texts(const ColumnProfile& column) {
  std::vector<std::uint64_t> bars;
  for (const auto& kept : column.texts.kept()) bars.push_back(kept.times);
  if (bars.size() <= kBars) return bars;
  std::sort(bars.begin(), bars.end(), std::greater<>());
  bars.resize(kBars);
  return bars;
}

std::string values_text(const ColumnProfile& column) {
  if (!column.smallest) return "nothing present";
  std::string text = base::compare(*column.smallest, *column.largest) == base::Order::kEqual
                         ? fmt::format("all {}", number_text(*column.smallest))
                         : fmt::format("{} to {}", number_text(*column.smallest), number_text(*column.largest));
  if (const auto mean = column.mean()) {
    text += fmt::format(", mean {:.4g}", expect::detail::to_double(*mean));
  }
  if (const auto deviation = column.deviation()) text += fmt::format(", std {:.4g}", *deviation);
  const auto distinct = column.distinct();
  text += distinct ? fmt::format(", {}", count_text(*distinct, "different value"))
                   : fmt::format(", more than {} different values", expect::detail::ValueCounts::kMostValues);
  if (column.zeros > 0) text += fmt::format(", {} zeros", percent_text(column.zeros, column.elements));
  return text;
}

std::string texts_text(const ColumnProfile& column) {
  if (!column.lengths) return "nothing present";
  const auto distinct = column.distinct();
  std::string text = distinct ? count_text(*distinct, "different text")
                              : fmt::format("about {:.3g} different texts", column.texts.distinct());
  text += fmt::format(" of {} to {}", column.lengths->first, count_text(column.lengths->second, "character"));
  auto kept = column.texts.kept();
  std::stable_sort(kept.begin(), kept.end(),
                   [](const auto& left, const auto& right) { return left.times > right.times; });
  constexpr std::size_t kMostNamed = 4;
  for (std::size_t i = 0; i < std::min(kept.size(), kMostNamed); ++i) {
    text += fmt::format("{} {} {}", i == 0 ? ":" : ",", expect::detail::value_text(std::string(kept[i].name)),
                        percent_text(kept[i].times, column.elements));
  }
  return text;
}

void add_specials(Page& page, const ColumnProfile& column) {
  std::string text;
  for (const auto& [count, word] :
       {std::pair(column.nans, "NaN"), {column.infinities(), "infinite"}, {column.unwritten, "never written"}}) {
    if (count == 0) continue;
    text += fmt::format("{}{} {} ({})", text.empty() ? "" : ", ", count, word, percent_text(count, column.elements));
  }
  if (!text.empty()) page.paragraph(4, text, Tone::kWarning);
}

}  // namespace

std::string sparkline(const ColumnProfile& column) {
  static constexpr auto kHeights = std::to_array<std::string_view>({"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"});
  const bool known = column.is_number() || column.kind == ColumnKind::kText;
  const std::vector<std::uint64_t> bars = !known               ? std::vector<std::uint64_t>()
                                          : column.is_number() ? bars_of_numbers(column)
                                                               : bars_of_texts(column);
  const std::uint64_t largest = bars.empty() ? 0 : *std::max_element(bars.begin(), bars.end());
  std::string line;
  for (const std::uint64_t bar : bars) {
    if (bar == 0) {
      line += ' ';
      continue;
    }
    const double height =
        static_cast<double>(bar) / static_cast<double>(largest) * static_cast<double>(kHeights.size());
    line += kHeights[std::min(static_cast<std::size_t>(height), kHeights.size() - 1)];
  }
  return line;
}

std::string profile_text(const expect::detail::DataProfile& profile, const std::string& stored,
                         const report::ConsoleStyle& style) {
  Page page(style);
  std::string sources;
  constexpr std::size_t kMostNamed = 3;
  for (std::size_t i = 0; i < std::min(profile.sources.size(), kMostNamed); ++i) {
    sources += (i == 0 ? "" : ", ") + base::to_printable(profile.sources[i]);
  }
  if (profile.sources.size() > kMostNamed) sources += fmt::format(" and {} more", profile.sources.size() - kMostNamed);
  page.paragraph(0, fmt::format("{}: {}", sources, count_text(profile.columns.size(), "column")), Tone::kStrong);
  for (const ColumnProfile& column : profile.columns) {
    page.blank();
    std::vector<std::uint64_t> shape;
    if (!column.scalar) {
      shape.push_back(column.rows);
      shape.insert(shape.end(), column.row_shape.begin(), column.row_shape.end());
    }
    const std::string name =
        fmt::format("{}  {} {}", base::to_printable(column.path.substr(column.path.starts_with('/') ? 1 : 0)),
                    column.type, expect::detail::shape_text(shape));
    if (const std::string bars = sparkline(column); !bars.empty()) {
      page.heading("  " + name, Tone::kPlain, bars);
    } else {
      page.paragraph(2, name);
    }
    if (!column.note.empty()) page.paragraph(4, column.note, column.unreadable ? Tone::kBad : Tone::kDim);
    if (column.elements == 0 && column.note.empty()) page.paragraph(4, "no elements", Tone::kDim);
    if (column.elements == 0 || column.kind == ColumnKind::kOther) continue;
    page.paragraph(4, column.kind == ColumnKind::kText ? texts_text(column) : values_text(column));
    add_specials(page, column);
  }
  if (!stored.empty()) {
    page.blank();
    page.paragraph(0, fmt::format("stored in {}", stored), Tone::kGood);
  }
  return page.text();
}

}  // namespace assay::tools
