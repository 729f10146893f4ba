#include "plain_losses.hpp"

#include <torch/types.h>

#include <stdexcept>

namespace assay::zoo {

at::Tensor plain_cross_entropy(const at::Tensor& scores, const at::Tensor& targets, std::int64_t ignored) {
  const at::Tensor rows = scores.reshape({-1, scores.size(-1)});
  const at::Tensor labels = targets.reshape({-1});
  const at::Tensor counted = labels.ne(ignored).nonzero().squeeze(1);
  const at::Tensor kept = rows.index_select(0, counted);
  const at::Tensor most = std::get<0>(kept.detach().max(1, /*keepdim=*/true));
  const at::Tensor total = (kept - most).exp().sum(1).log() + most.squeeze(1);
  const at::Tensor own = kept.gather(1, labels.index_select(0, counted).unsqueeze(1)).squeeze(1);
  return (total - own).sum() / counted.size(0);
}

at::Tensor plain_squared_error(const at::Tensor& outputs, const at::Tensor& targets) {
  if (outputs.sizes() != targets.sizes()) {
    throw std::invalid_argument("outputs and targets have unlike shapes");
  }
  const at::Tensor difference = outputs - targets;
  return (difference * difference).sum() / outputs.numel();
}

}  // namespace assay::zoo
