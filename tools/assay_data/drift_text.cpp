#include "drift_text.hpp"

#include <assay/base/utf8.hpp>
#include <assay/expect/detail/wording.hpp>
#include <assay/report/detail/page.hpp>
#include <assay/report/detail/wrap.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace assay::tools {
namespace {

using expect::detail::ColumnDrift;
using expect::detail::count_text;
using report::detail::Page;
using report::detail::Tone;

std::string name_of(const ColumnDrift& column) {
  return base::to_printable(column.path.substr(column.path.starts_with('/') ? 1 : 0));
}

std::string distances_text(const ColumnDrift& column) {
  const expect::detail::DriftMeasures& measures = *column.measures;
  std::string text;
  if (measures.classes) {
    text = fmt::format("{:.3g} of the share moved, p {:.2g}, js {:.3g}, psi {:.3g}", column.effect,
                       column.adjusted_p.value_or(1), measures.js, measures.psi);
    if (measures.new_classes > 0) text += fmt::format(", {} new", measures.new_classes);
  } else {
    text = fmt::format("ks {:.3g}{}, p {:.2g}, wasserstein {:.3g}, js {:.3g}, psi {:.3g}", column.effect,
                       column.uncertainty > 0 ? fmt::format(" (to within {:.1g})", column.uncertainty) : "",
                       column.adjusted_p.value_or(1), measures.wasserstein.value_or(0), measures.js, measures.psi);
  }
  if (column.missing_before != 0 || column.missing_now != 0) {
    text += fmt::format(", missing {:.3g} then {:.3g}", column.missing_before, column.missing_now);
  }
  return column.note.empty() ? text : text + "; " + column.note;
}

void add_column(Page& page, const ColumnDrift& column, std::size_t place) {
  const bool compared = column.state == ColumnDrift::State::kCompared;
  Page::Row row;
  const std::string name = name_of(column);
  const std::string summary = base::to_printable(compared && column.measures ? distances_text(column) : column.note);
  row.mark = column.drifted() ? "✗" : compared ? "✓" : "○";
  row.name = name;
  row.summary = summary;
  row.tone = column.drifted() ? Tone::kBad : compared ? Tone::kGood : Tone::kDim;
  page.row(row, place);
  if (!compared) return;
  for (const std::string& reason : column.reasons) page.paragraph(6, "drifted: " + reason, Tone::kBad);
}

}  // namespace

std::string drift_text(const expect::detail::DriftReport& report, const std::string& before, const std::string& now,
                       const report::ConsoleStyle& style) {
  Page page(style);
  const auto drifted = static_cast<std::uint64_t>(std::count_if(
      report.columns.begin(), report.columns.end(), [](const ColumnDrift& column) { return column.drifted(); }));
  const std::string files = fmt::format("{} against {}", base::to_printable(now), base::to_printable(before));
  if (drifted > 0) {
    page.paragraph(0,
                   fmt::format("✗ {}: {} of {} drifted", files, drifted, count_text(report.columns.size(), "column")),
                   Tone::kBad);
  } else if (report.compared()) {
    page.paragraph(0, fmt::format("✓ {}: no drift", files), Tone::kGood);
  } else {
    page.paragraph(0, fmt::format("○ {}: nothing could be compared", files), Tone::kWarning);
  }
  page.paragraph(
      2,
      fmt::format("a column has drifted where p is below {} after Holm's correction over {} and the effect is "
                  "at least {}; rows count as draws, NaN as missing",
                  report.thresholds.level, count_text(report.tests, "test"), report.thresholds.effect),
      Tone::kDim);
  page.blank();
  std::size_t place = 0;
  constexpr std::size_t kIndent = 6;
  constexpr std::size_t kMostName = 24;
  for (const ColumnDrift& column : report.columns) {
    place = std::max(place, std::min(report::detail::width_of(name_of(column)), kMostName) + kIndent);
  }
  for (const ColumnDrift& column : report.columns) add_column(page, column, place);
  return page.text();
}

}  // namespace assay::tools
