#include <assay/expect/detail/growing_numbers.hpp>
#include <assay/expect/detail/literal.hpp>

#include <cmath>

namespace assay::expect::detail {

namespace {

constexpr std::uint64_t kLeastRows = 30;
// float32 keeps about seven digits of each number.
constexpr double kTolerance = 1e-6;

bool is_one_number_a_row(const ColumnProfile& column) {
  const bool number = column.kind == ColumnKind::kWhole || column.kind == ColumnKind::kReal;
  return number && column.row_shape.empty() && column.elements >= kLeastRows && column.finite() == column.elements;
}

}  // namespace

bool is_evenly_spaced(const ColumnProfile& column) {
  if (!is_one_number_a_row(column)) return false;
  const double low = to_double(*column.smallest);
  const double width = to_double(*column.largest) - low;
  const auto count = static_cast<double>(column.elements);
  if (!(width > 0) || !std::isfinite(width)) return false;
  const double deviation = width / (count - 1) * std::sqrt(count * (count + 1) / 12);
  return std::abs(to_double(*column.mean()) - (low + width / 2)) <= kTolerance * width &&
         std::abs(*column.deviation() - deviation) <= kTolerance * deviation;
}

std::string why_it_may_grow(const ColumnProfile& column) {
  if (is_evenly_spaced(column)) return "the numbers are evenly spaced, as those of rows are";
  if (is_one_number_a_row(column) && column.kind == ColumnKind::kWhole && column.distinct() == column.elements) {
    return "each number stands there once, as identifiers and times do";
  }
  return {};
}

}  // namespace assay::expect::detail
