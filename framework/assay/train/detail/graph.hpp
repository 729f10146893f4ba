#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace assay::train::detail {

/// The leaf tensors that a backward pass from `loss` would give gradients to, each once, in the order in which a walk
/// from the loss meets them. Empty when the loss has no graph. Found by walking the graph's nodes; nothing is computed.
[[nodiscard]] std::vector<at::Tensor> leaves_of(const at::Tensor& loss);

/// Gradients of a scalar with respect to tensors, without touching their `grad`; undefined where there is none.
[[nodiscard]] std::vector<at::Tensor> gradients_of(const at::Tensor& loss, const std::vector<at::Tensor>& tensors);

}  // namespace assay::train::detail
