#pragma once

#include <cstdint>
#include <span>

namespace assay::stats {

/// What the chi-square test says of two samples over the same classes.
struct Homogeneity {
  double statistic = 0;       ///< Pearson's chi-square, without Yates's correction
  std::uint64_t freedom = 0;  ///< degrees: classes that occur, less one
  double p = 1;               ///< probability of this statistic or more when both are drawn alike
  double cramers_v = 0;       ///< size of the effect, within [0, 1]: sqrt(statistic / elements)
};

/// Pearson's test of homogeneity for a table of two rows. Classes that neither side has are left out; of a single class
/// p is 1. Of an empty side all is as for equal shares, and p is NaN.
/// @param reference, sample counts of the same classes in the same order.
/// @param elements_a_draw how many elements stand or fall together, at least 1: the pixels of one image are one draw
/// and not hundreds. The statistic is divided by it (the design effect when they agree completely: an upper end).
[[nodiscard]] Homogeneity homogeneity_test(std::span<const std::uint64_t> reference,
                                           std::span<const std::uint64_t> sample, double elements_a_draw = 1);

}  // namespace assay::stats
