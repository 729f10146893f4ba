#pragma once

#include <assay/expect/detail/column_profile.hpp>

#include <string>

namespace assay::expect::detail {

/// Whether these are numbers of rows, or times taken at one pace: one a row, all there, evenly spaced from the smallest
/// to the largest. Told from mean and deviation, which are (a + b) / 2 and (b - a) / (n - 1) * sqrt(n (n + 1) / 12) for
/// those alone among numbers that are all different; numbers by chance are off by about 1 / sqrt(n). False below 30
/// rows.
[[nodiscard]] bool is_evenly_spaced(const ColumnProfile& column);

/// Why the next data need not keep to the range of these: evenly spaced, or whole numbers of which each stands there
/// once, as identifiers and times do. A clause; empty when nothing speaks against it. False below 30 rows.
[[nodiscard]] std::string why_it_may_grow(const ColumnProfile& column);

}  // namespace assay::expect::detail
