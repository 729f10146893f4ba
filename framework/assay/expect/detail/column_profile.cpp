#include <assay/expect/detail/column_profile.hpp>
#include <assay/expect/detail/moment_text.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assay::expect::detail {

namespace {

/// One of both, or the better one of two.
void take(std::optional<base::Number>& own, const std::optional<base::Number>& other, base::Order better) {
  if (other && (!own || base::compare(*other, *own) == better)) own = other;
}

}  // namespace

std::string_view to_text(ColumnKind kind) noexcept {
  switch (kind) {
    case ColumnKind::kWhole:
      return "whole";
    case ColumnKind::kReal:
      return "real";
    case ColumnKind::kNamed:
      return "named";
    case ColumnKind::kText:
      return "text";
    case ColumnKind::kOther:
      break;
  }
  return "other";
}

double ColumnProfile::missing_share() const noexcept {
  return elements == 0 ? 0 : static_cast<double>(nans) / static_cast<double>(elements);
}

std::optional<base::Number> ColumnProfile::mean() const {
  if (finite() == 0) return std::nullopt;
  return mean_of(sums, finite());
}

std::optional<double> ColumnProfile::deviation() const { return deviation_of(sums, finite()); }

std::optional<std::uint64_t> ColumnProfile::distinct() const {
  if (kind == ColumnKind::kText) {
    if (!texts.complete()) return std::nullopt;
    return static_cast<std::uint64_t>(texts.distinct());
  }
  if (!is_number() || !values.exact()) return std::nullopt;
  return values.entries().size() + (nans > 0 ? 1U : 0U) + (positive_infinities > 0 ? 1U : 0U) +
         (negative_infinities > 0 ? 1U : 0U);
}

tl::expected<void, std::string> merge(ColumnProfile& column, const ColumnProfile& later) {
  if (column.unreadable != later.unreadable) {
    return tl::unexpected(
        fmt::format("{} cannot be read in one of them: {}", column.path, column.unreadable ? column.note : later.note));
  }
  if (column.type != later.type || column.kind != later.kind || column.part != later.part ||
      column.names != later.names) {
    return tl::unexpected(fmt::format("{} is {} in one and {} in another", column.path, column.type, later.type));
  }
  if (column.scalar || later.scalar || column.row_shape != later.row_shape) {
    return tl::unexpected(fmt::format("rows of {} have the shape {} in one and {} in another", column.path,
                                      shape_text(column.row_shape), shape_text(later.row_shape)));
  }
  if (column.sums.unit != later.sums.unit) {
    return tl::unexpected(fmt::format("{} was summed up in unlike units", column.path));
  }
  if (column.note.empty()) column.note = later.note;
  column.unreadable = column.unreadable || later.unreadable;
  column.rows += later.rows;
  column.elements += later.elements;
  column.unwritten += later.unwritten;
  column.valueless += later.valueless;
  column.nans += later.nans;
  column.positive_infinities += later.positive_infinities;
  column.negative_infinities += later.negative_infinities;
  column.zeros += later.zeros;
  take(column.smallest, later.smallest, base::Order::kLess);
  take(column.largest, later.largest, base::Order::kGreater);
  column.sums.sum = sum_of(column.sums.sum, later.sums.sum);
  column.sums.squares = sum_of(column.sums.squares, later.sums.squares);
  column.values.merge(later.values);
  column.texts.merge(later.texts);
  if (later.lengths) {
    if (!column.lengths) column.lengths = later.lengths;
    column.lengths->first = std::min(column.lengths->first, later.lengths->first);
    column.lengths->second = std::max(column.lengths->second, later.lengths->second);
  }
  return {};
}

}  // namespace assay::expect::detail
