#pragma once

#include <string>

namespace assay::train {

/// A number of one run that healthy runs have in common, already on the scale on which it scatters evenly: the natural
/// logarithm of steps (`steps`, `levels.0.5`) and of the first loss (`first_loss`), the decadic one of ratios
/// (`update_ratio.fc1.weight`) and of sizes (`operator.3.aten::addmm.out`), a share as it is
/// (`zero_rows.fc1.weight`).
struct Measure {
  std::string name;
  double value = 0;
};

}  // namespace assay::train
