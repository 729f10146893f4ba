#pragma once

#include <assay/train/standard_loss.hpp>

#include <ATen/core/Tensor.h>

#include <string>

namespace assay::train {
struct Batch;
struct Declarations;
class Recipe;
}  // namespace assay::train

namespace assay::train::detail {

/// The loss by its definition, computed in float64 from operations as plain as can be; the graph reaches `outputs`.
/// Means are over the targets that count. @throws UserError when shapes do not fit, naming both.
[[nodiscard]] at::Tensor standard_loss(const StandardLoss& loss, const at::Tensor& outputs, const at::Tensor& targets);

/// `cross-entropy`, `squared error`, ... for messages.
[[nodiscard]] std::string to_text(const StandardLoss& loss);

/// What the loss of a batch is meant to be: the recipe's `reference_loss`, else what it declares, computed from its
/// `outputs` in the mode that the model is in. Undefined when it says neither.
[[nodiscard]] at::Tensor reference_loss_of(Recipe& recipe, const Declarations& declarations, const Batch& batch);

}  // namespace assay::train::detail
