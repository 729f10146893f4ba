#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace assay::train::detail {

/// Gradients of all parameters, one list of numbers each; an empty list is "no gradient".
using GradientSet = std::vector<std::vector<double>>;

struct GradientDifference {
  std::size_t parameter = 0;
  double share = 0;  ///< |used - reference| over the norm that counts; infinite when only one of the two is there
};

/// Parameters whose gradients differ, the worst first: |used - reference| > tolerance * scale, where the scale is
/// |reference|, but at least a thousandth of the norm of all references together, below which rounding rules. NaN
/// differs. A reference of zeros equals no gradient.
[[nodiscard]] std::vector<GradientDifference> compare_gradients(const GradientSet& used, const GradientSet& reference,
                                                                double tolerance);

/// What the used gradients look like when they are not the reference, as a clause; empty when nothing fits: the
/// reference plus what the step before used (nothing was cleared), or a multiple of it.
[[nodiscard]] std::string explain_difference(const GradientSet& used, const GradientSet& reference,
                                             const GradientSet& used_before);

/// False when a reference holds NaN or infinity.
[[nodiscard]] bool all_finite(const GradientSet& gradients) noexcept;

}  // namespace assay::train::detail
