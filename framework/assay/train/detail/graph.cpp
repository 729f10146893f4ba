#include <assay/train/detail/graph.hpp>

#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/functions/accumulate_grad.h>

#include <optional>
#include <unordered_set>

namespace assay::train::detail {

std::vector<at::Tensor> leaves_of(const at::Tensor& loss) {
  using torch::autograd::Node;
  std::vector<at::Tensor> leaves;
  std::unordered_set<const Node*> seen;
  std::vector<Node*> open;
  const auto visit = [&](Node* node) {
    if (node != nullptr && seen.insert(node).second) {
      open.push_back(node);
    }
  };
  visit(loss.grad_fn().get());
  if (open.empty() && loss.requires_grad()) {
    leaves.push_back(loss);
  }
  while (!open.empty()) {
    Node* node = open.back();
    open.pop_back();
    if (const auto* end = dynamic_cast<const torch::autograd::AccumulateGrad*>(node)) {
      leaves.push_back(end->variable);
      continue;
    }
    for (const auto& edge : node->next_edges()) {
      visit(edge.function.get());
    }
  }
  return leaves;
}

std::vector<at::Tensor> gradients_of(const at::Tensor& loss, const std::vector<at::Tensor>& tensors) {
  if (!loss.requires_grad() || tensors.empty()) {
    return std::vector<at::Tensor>(tensors.size());
  }
  return torch::autograd::grad({loss}, tensors, /*grad_outputs=*/{}, /*retain_graph=*/std::nullopt,
                               /*create_graph=*/false, /*allow_unused=*/true);
}

}  // namespace assay::train::detail
