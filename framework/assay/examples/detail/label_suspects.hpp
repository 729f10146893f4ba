#pragma once

#include <assay/hdf5/dataset.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace assay::examples::detail {

/// Rows that confident learning counts in another class than their label's (Northcutt, Jiang and Chuang, JAIR 2021,
/// equation 1): a row is confident of class k when p(k) is at least the mean p(k) of the rows labelled k, less 1e-6; of
/// several such classes the most probable, then the lowest, counts. A row whose label is its most probable class is no
/// suspect.
/// @throws base::UserError unless it is a table of floating-point numbers, a row for each label and a column for each
/// class, finite, within 0 to 1 and with sums within 1e-4 of 1
[[nodiscard]] std::vector<bool> confident_suspects(const hdf5::Dataset& probabilities,
                                                   std::span<const std::int64_t> labels);

}  // namespace assay::examples::detail
