#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace assay::zoo {

/// Losses written out, as a second opinion on those of LibTorch.

/// Mean of log(sum(exp(scores))) - score of the target, over targets that are not `ignored`.
[[nodiscard]] at::Tensor plain_cross_entropy(const at::Tensor& scores, const at::Tensor& targets,
                                             std::int64_t ignored = -100);
/// Mean of the squares of the differences; throws for unlike shapes.
[[nodiscard]] at::Tensor plain_squared_error(const at::Tensor& outputs, const at::Tensor& targets);

}  // namespace assay::zoo
