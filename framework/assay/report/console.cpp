#include <assay/base/utf8.hpp>
#include <assay/report/console.hpp>
#include <assay/report/detail/case_row.hpp>
#include <assay/report/detail/conclusion.hpp>
#include <assay/report/detail/page.hpp>
#include <assay/report/detail/trouble.hpp>
#include <assay/report/detail/wrap.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace assay::report {
namespace {

using detail::Page;
using detail::Tone;

using Cases = std::vector<const run::CaseRecord*>;

/// Cases by suite, suites in the order of their first case.
std::vector<Cases> by_suite(const run::RunRecord& record) {
  std::vector<Cases> suites;
  for (const run::CaseRecord& item : record.cases) {
    const auto same = [&item](const Cases& cases) { return cases.front()->planned.suite == item.planned.suite; };
    auto suite = std::ranges::find_if(suites, same);
    if (suite == suites.end()) {
      suite = suites.insert(suites.end(), Cases{});
    }
    suite->push_back(&item);
  }
  return suites;
}

/// Where the summaries of a suite begin: behind its longest name, but never beyond the middle.
std::size_t summary_column(const Cases& cases, const Page& page) {
  constexpr std::size_t kNameColumn = 4;
  constexpr std::size_t kGap = 2;
  std::size_t column = 0;
  for (const run::CaseRecord* item : cases) {
    column = std::max(column, kNameColumn + detail::width_of(detail::row_name_of(item->planned)) + kGap);
  }
  return std::min(column, page.room(0) / 2);
}

void add_suite(Page& page, const Cases& cases) {
  page.blank();
  page.heading(base::to_printable(cases.front()->planned.suite), Tone::kStrong,
               cases.size() == 1 ? "1 case" : fmt::format("{} cases", cases.size()));
  const std::size_t column = summary_column(cases, page);
  for (const run::CaseRecord* item : cases) {
    detail::add_case_row(page, *item, column);
  }
}

}  // namespace

std::string console_text(const run::RunRecord& record, const ConsoleStyle& style) {
  Page page(style);
  for (const Cases& cases : by_suite(record)) {
    add_suite(page, cases);
  }
  for (const run::CaseRecord& item : record.cases) {
    if (detail::has_trouble(item)) {
      detail::add_trouble(page, item);
    }
  }
  if (!record.warnings.empty()) {
    page.blank();
  }
  for (const std::string& warning : record.warnings) {
    page.paragraph(0, "warning: " + warning, Tone::kWarning);
  }
  detail::add_conclusion(page, record);
  return page.text();
}

}  // namespace assay::report
