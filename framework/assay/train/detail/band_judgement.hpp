#pragma once

#include <assay/train/calibration.hpp>
#include <assay/train/measure.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::train::detail {

/// A measure outside of its band.
struct OutOfBand {
  std::string name;
  double value = 0;
  Band band;
  double distance = 0;  ///< from the mean, in halves of the band's width
};

/// Measures whose names begin with `prefix` and that lie outside of their bands, the farthest first. Each check of a
/// run cries wolf with a probability of 1e-3 at most: the bands of all its measures together (Bonferroni).
[[nodiscard]] std::vector<OutOfBand> out_of_band(std::span<const Measure> measures, const Calibration& calibration,
                                                 std::string_view prefix);

/// Names under the prefix that only one of the two has, the run or all runs of the calibration.
struct UnlikeMeasures {
  std::vector<std::string> missing;
  std::vector<std::string> unknown;
};
[[nodiscard]] UnlikeMeasures unlike_measures(std::span<const Measure> measures, const Calibration& calibration,
                                             std::string_view prefix);

}  // namespace assay::train::detail
