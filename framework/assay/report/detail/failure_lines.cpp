#include <assay/base/utf8.hpp>
#include <assay/report/detail/failure_lines.hpp>
#include <assay/report/detail/wrap.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace assay::report::detail {
namespace {

using base::Offender;

constexpr std::size_t kLabelWidth = 10;
constexpr std::size_t kMostValue = 1000;
constexpr std::size_t kMostCell = 120;

bool is_none(const base::Scalar& scalar) { return std::holds_alternative<std::monostate>(scalar); }
bool is_text(const base::Scalar& scalar) { return std::holds_alternative<std::string>(scalar); }

void add_labelled(std::vector<Line>& lines, std::string_view label, std::string_view text, Tone tone,
                  std::size_t width) {
  const std::size_t room = width > kLabelWidth ? width - kLabelWidth : 1;
  std::string start = fmt::format("{:<{}}", label, kLabelWidth);
  for (const std::string& line : wrapped(bounded(text, kMostValue), room)) {
    lines.push_back({start + line, tone});
    start.assign(kLabelWidth, ' ');
  }
}

/// A column of the table of offenders, its head first.
struct Column {
  std::vector<std::string> cells;
  bool right = false;  ///< numbers stand at the right

  [[nodiscard]] std::size_t width() const {
    std::size_t most = 0;
    for (const std::string& cell : cells) {
      most = std::max(most, width_of(cell));
    }
    return most;
  }
};

std::string value_text(const base::Scalar& value) {
  const std::string text = base::to_printable(bounded(base::to_text(value), kMostCell));
  return is_text(value) ? fmt::format("\"{}\"", text) : text;
}

/// Row, index where it says more than the row, value where there is one.
std::vector<Column> columns_of(std::span<const Offender> offenders) {
  Column rows{{"row"}, true};
  Column indices{{"index"}, false};
  Column values{{"value"}, true};
  bool index_matters = false;
  bool value_matters = false;
  for (const Offender& offender : offenders) {
    rows.cells.push_back(std::to_string(offender.row));
    indices.cells.push_back(fmt::format("[{}]", fmt::join(offender.index, ", ")));
    values.cells.push_back(is_none(offender.value) ? "" : value_text(offender.value));
    index_matters = index_matters || offender.index.size() > 1 ||
                    (offender.index.size() == 1 && offender.index.front() != offender.row);
    value_matters = value_matters || !is_none(offender.value);
    values.right = values.right && !is_text(offender.value);
  }
  std::vector<Column> columns{std::move(rows)};
  if (index_matters) {
    columns.push_back(std::move(indices));
  }
  if (value_matters) {
    columns.push_back(std::move(values));
  }
  return columns;
}

void add_table(std::vector<Line>& lines, std::span<const Offender> offenders) {
  const std::vector<Column> columns = columns_of(offenders);
  for (std::size_t row = 0; row <= offenders.size(); ++row) {
    std::string text;
    for (const Column& column : columns) {
      const std::string& cell = column.cells[row];
      const std::string blanks(column.width() - width_of(cell), ' ');
      text += (text.empty() ? "" : "  ") + (column.right ? blanks + cell : cell + blanks);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    lines.push_back({std::move(text), row == 0 ? Tone::kDim : Tone::kPlain});
  }
}

void add_rest(std::vector<Line>& lines, const base::Failure& failure, std::size_t shown) {
  // Only the count itself is exact: the list stops at its limit.
  if (failure.unexpected && *failure.unexpected > shown) {
    lines.push_back({fmt::format("... and {} more", *failure.unexpected - shown), Tone::kDim});
  } else if (failure.truncated) {
    lines.push_back({"... and more", Tone::kDim});
  } else if (failure.offenders.size() > shown) {
    lines.push_back({fmt::format("... and {} more", failure.offenders.size() - shown), Tone::kDim});
  }
}

}  // namespace

std::string share_text(std::uint64_t part, std::uint64_t total) {
  const double percent = 100 * (static_cast<double>(part) / static_cast<double>(total));
  std::string text = fmt::format("{:.3g}", percent);
  if (part < total && percent > 99.9) {
    text = "over 99.9";
  } else if (part > 0 && percent < 0.0001) {
    text = "under 0.0001";
  }
  return text + " %";
}

std::vector<Line> failure_lines(const base::Failure& failure, std::size_t width, std::size_t most_offenders) {
  std::vector<Line> lines;
  if (!is_none(failure.expected)) {
    add_labelled(lines, "expected", base::to_text(failure.expected), Tone::kGood, width);
  }
  if (!is_none(failure.observed)) {
    add_labelled(lines, "observed", base::to_text(failure.observed), Tone::kBad, width);
  }
  if (failure.unexpected) {
    std::string count = std::to_string(*failure.unexpected);
    if (failure.total && *failure.total > 0) {
      count += fmt::format(" of {} ({})", *failure.total, share_text(*failure.unexpected, *failure.total));
    }
    add_labelled(lines, "count", count, Tone::kPlain, width);
  }
  const std::size_t shown = std::min(failure.offenders.size(), most_offenders);
  if (shown > 0) {
    add_table(lines, std::span{failure.offenders}.first(shown));
    add_rest(lines, failure, shown);
  }
  // Never wrapped: a path that is broken over lines cannot be opened.
  for (const base::AttachedFile& file : failure.files) {
    lines.push_back({fmt::format("{:<{}}{}", "file", kLabelWidth, base::to_printable(file.path)), Tone::kDim});
  }
  return lines;
}

}  // namespace assay::report::detail
