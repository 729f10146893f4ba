#include "mine_text.hpp"

#include <assay/report/detail/page.hpp>

#include "counted.hpp"
#include <fmt/core.h>

#include <algorithm>

namespace assay::tools {
namespace {

using report::detail::Page;
using report::detail::Tone;

constexpr std::size_t kMostRows = 10;
constexpr std::size_t kIdDigits = 12;

void add_counts(Page& page, const examples::Mined& mined, bool labels_were_checked) {
  const auto quarantined = std::count_if(
      mined.examples.begin(), mined.examples.end(),
      [](const examples::MinedExample& example) { return example.status == examples::Status::kQuarantined; });
  const std::string chosen = counted(mined.examples.size(), "row") + " chosen";
  page.paragraph(2,
                 quarantined == 0 ? chosen
                                  : fmt::format("{}, {} of them quarantined until someone has looked at their labels",
                                                chosen, quarantined),
                 quarantined == 0 ? Tone::kPlain : Tone::kWarning);
  if (mined.committed.already_there != 0) {
    page.paragraph(2, fmt::format("{} stood in the suite already and are as they were", mined.committed.already_there));
  }
  if (!mined.invalid.empty()) {
    page.paragraph(2,
                   fmt::format("{} never chosen, as the loss is not finite; the first is row {}",
                               counted(mined.invalid.size(), "row"), mined.invalid.front()),
                   Tone::kWarning);
  }
  if (mined.duplicates != 0) {
    page.paragraph(2,
                   fmt::format("{} left out for an input that another row has too", counted(mined.duplicates, "row")));
  }
  if (!labels_were_checked) {
    page.paragraph(2,
                   "labels were not checked, and the highest losses are often wrong labels: give --probabilities to "
                   "have the suspicious ones quarantined",
                   Tone::kWarning);
  }
}

void add_rows(Page& page, const examples::Mined& mined) {
  const std::size_t shown = std::min(mined.examples.size(), kMostRows);
  std::size_t digits = 1;
  for (std::size_t i = 0; i < shown; ++i) {
    digits = std::max(digits, fmt::formatted_size("{}", mined.examples[i].row));
  }
  page.blank();
  page.paragraph(0, "highest losses", Tone::kStrong);
  for (std::size_t i = 0; i < shown; ++i) {
    const examples::MinedExample& example = mined.examples[i];
    page.paragraph(4,
                   fmt::format("row {:>{}}  {}  loss {:<10.4g}  {}", example.row, digits,
                               base::to_hex(example.id).substr(0, kIdDigits), example.loss, to_text(example.status)));
  }
  if (mined.examples.size() > shown) {
    page.paragraph(4, fmt::format("... and {} more (--json lists all)", mined.examples.size() - shown), Tone::kDim);
  }
}

}  // namespace

std::string mine_text(const examples::Mined& mined, const std::string& into, bool labels_were_checked,
                      const report::ConsoleStyle& style) {
  Page page(style);
  page.paragraph(0,
                 fmt::format("✓ {}, generation {}: {} added", into, mined.committed.generation,
                             counted(mined.committed.added, "example")),
                 Tone::kGood);
  add_counts(page, mined, labels_were_checked);
  add_rows(page, mined);
  return page.text();
}

}  // namespace assay::tools
