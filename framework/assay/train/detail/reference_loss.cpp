#include <assay/base/error.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/reference_loss.hpp>
#include <assay/train/recipe.hpp>

#include <ATen/TensorOperators.h>
#include <fmt/format.h>

#include <utility>

namespace assay::train::detail {
namespace {

[[noreturn]] void refuse_shapes(const StandardLoss& loss, const at::Tensor& outputs, const at::Tensor& targets,
                                const char* expected) {
  throw base::UserError(fmt::format("the recipe declares its loss as {}, but its outputs are {} and its targets {}: {}",
                                    to_text(loss), shape_text(outputs),
                                    targets.defined() ? shape_text(targets) : std::string("undefined"), expected));
}

/// -log softmax, of the target's class and on average over all classes, by log-sum-exp around the largest output.
at::Tensor mean_cross_entropy(const StandardLoss& loss, const at::Tensor& outputs, const at::Tensor& targets) {
  const bool fit = outputs.dim() >= 2 && targets.defined() &&
                   at::isIntegralType(targets.scalar_type(), /*includeBool=*/false) &&
                   targets.numel() * outputs.size(-1) == outputs.numel();
  if (!fit) {
    refuse_shapes(loss, outputs, targets, "expected [..., classes] and one class number each");
  }
  const at::Tensor scores = outputs.to(at::kDouble).reshape({-1, outputs.size(-1)});
  const at::Tensor labels = targets.to(at::kLong).reshape({-1});
  const at::Tensor counts = labels.ne(loss.ignored_label);
  const at::Tensor known = labels.where(counts, at::Scalar(0));
  const at::Tensor largest = std::get<0>(scores.detach().max(1, /*keepdim=*/true));
  const at::Tensor shifted = scores - largest;
  const at::Tensor log_sum = shifted.exp().sum(1).log();
  const at::Tensor of_target = log_sum - shifted.gather(1, known.unsqueeze(1)).squeeze(1);
  const at::Tensor of_all = log_sum - shifted.mean(1);
  const at::Tensor each = (1 - loss.label_smoothing) * of_target + loss.label_smoothing * of_all;
  const at::Tensor share = counts.to(at::kDouble);
  return each.where(counts, at::Scalar(0.0)).sum() / share.sum();
}

/// max(x, 0) - x t + log(1 + e^-|x|): the binary cross-entropy of sigmoid(x) without its overflow.
at::Tensor mean_binary_cross_entropy(const at::Tensor& outputs, const at::Tensor& targets) {
  return (outputs.clamp_min(0) - outputs * targets + (outputs.abs().neg().exp() + 1).log()).mean();
}

}  // namespace

at::Tensor standard_loss(const StandardLoss& loss, const at::Tensor& outputs, const at::Tensor& targets) {
  using Kind = StandardLoss::Kind;
  if (loss.kind == Kind::kCrossEntropy) {
    return mean_cross_entropy(loss, outputs, targets);
  }
  if (!targets.defined() || outputs.sizes() != targets.sizes()) {
    refuse_shapes(loss, outputs, targets, "expected equal shapes");
  }
  const at::Tensor seen = outputs.to(at::kDouble);
  const at::Tensor wanted = targets.to(at::kDouble);
  if (loss.kind == Kind::kBinaryCrossEntropy) {
    return mean_binary_cross_entropy(seen, wanted);
  }
  const at::Tensor apart = seen - wanted;
  return loss.kind == Kind::kSquaredError ? (apart * apart).mean() : apart.abs().mean();
}

std::string to_text(const StandardLoss& loss) {
  switch (loss.kind) {
    case StandardLoss::Kind::kCrossEntropy:
      return loss.label_smoothing == 0 ? "cross-entropy"
                                       : fmt::format("cross-entropy with label smoothing {}", loss.label_smoothing);
    case StandardLoss::Kind::kBinaryCrossEntropy:
      return "binary cross-entropy";
    case StandardLoss::Kind::kSquaredError:
      return "mean squared error";
    case StandardLoss::Kind::kAbsoluteError:
      return "mean absolute error";
  }
  return "";
}

at::Tensor reference_loss_of(Recipe& recipe, const Declarations& declarations, const Batch& batch) {
  at::Tensor loss = recipe.reference_loss(batch);
  if (loss.defined() || !declarations.loss) {
    return loss;
  }
  const at::Tensor outputs = recipe.outputs(batch);
  if (!outputs.defined()) {
    throw base::UserError("the recipe declares its loss, but gives no `scores` or `outputs` to compute it from");
  }
  return standard_loss(*declarations.loss, outputs, batch.targets);
}

}  // namespace assay::train::detail
