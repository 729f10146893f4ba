#pragma once

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

namespace torch::optim {
class Optimizer;
}

namespace assay::train::detail {

/// A tensor that an optimizer updates, and where it stands in it: `group 0, tensor 3`.
struct OptimizedTensor {
  std::string place;
  at::Tensor tensor;
};

/// All tensors of all groups, in order.
[[nodiscard]] std::vector<OptimizedTensor> optimized_tensors(const torch::optim::Optimizer& optimizer);

}  // namespace assay::train::detail
