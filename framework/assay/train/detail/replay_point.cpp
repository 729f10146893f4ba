#include <assay/train/detail/random_state.hpp>
#include <assay/train/detail/replay_point.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include <c10/core/GradMode.h>

namespace assay::train::detail {

ReplayPoint::ReplayPoint(Recipe& recipe) : generator_(random_state()), modes_(recipe.model()) {
  for (const NamedTensor& buffer : named_buffers(recipe.model())) {
    buffers_.push_back({buffer.tensor, copy_of(buffer.tensor)});
  }
  for (const NamedTensor& parameter : named_parameters(recipe.model())) {
    gradients_.push_back({parameter.tensor, parameter.tensor.grad()});
  }
}

void ReplayPoint::restore() const {
  const c10::NoGradGuard guard;
  set_random_state(generator_);
  for (const Buffer& buffer : buffers_) {
    buffer.tensor.copy_(buffer.value);
  }
  for (const Gradient& each : gradients_) {
    each.parameter.mutable_grad() = each.gradient;
  }
  modes_.restore();
}

}  // namespace assay::train::detail
