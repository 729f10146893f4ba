#include <assay/train/check.hpp>
#include <assay/train/detail/blame.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/gradient_watch.hpp>
#include <assay/train/detail/module_view.hpp>

#include <fmt/format.h>

namespace assay::train::detail {
namespace {

bool is_finite(const at::Tensor& tensor) {
  return !tensor.defined() || !tensor.is_floating_point() || tensor.isfinite().all().item().toBool();
}

}  // namespace

std::string blame(const StepView& view, const GradientWatch& watch, const torch::nn::Module& model) {
  const std::string what = fmt::format("the loss is {} at step {}", short_text(view.loss), view.step);
  if (const auto& bad = watch.first_bad(); bad && bad->step < view.step) {
    return fmt::format("{}; what went bad first is the gradient of {} at step {}", what, bad->parameter, bad->step);
  }
  if (!is_finite(view.batch.inputs)) {
    return what + "; the inputs of the batch are not finite";
  }
  for (const NamedTensor& parameter : named_parameters(model)) {
    // Later the update by this very loss has spoilt the parameters.
    if (view.step == 0 && !is_finite(parameter.tensor)) {
      return fmt::format("{}; the parameter {} is not finite from the start", what, parameter.name);
    }
  }
  return what +
         "; inputs and all earlier gradients are finite, so the forward pass or the loss made it (log of zero, "
         "division by zero, overflow)";
}

}  // namespace assay::train::detail
