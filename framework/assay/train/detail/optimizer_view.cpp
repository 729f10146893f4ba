#include <assay/train/detail/optimizer_view.hpp>

#include <fmt/format.h>
#include <torch/optim/optimizer.h>

#include <cstddef>

namespace assay::train::detail {

std::vector<OptimizedTensor> optimized_tensors(const torch::optim::Optimizer& optimizer) {
  std::vector<OptimizedTensor> tensors;
  const auto& groups = optimizer.param_groups();
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const auto& members = groups[group].params();
    for (std::size_t i = 0; i < members.size(); ++i) {
      tensors.push_back({fmt::format("group {}, tensor {}", group, i), members[i]});
    }
  }
  return tensors;
}

}  // namespace assay::train::detail
