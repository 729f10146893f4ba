#include <assay/train/detail/faulty_recipe.hpp>

#include <torch/optim/optimizer.h>

namespace assay::train::detail {

FaultyRecipe::FaultyRecipe(std::unique_ptr<Recipe> healthy, FaultHooks hooks)
    : healthy_(std::move(healthy)), hooks_(std::move(hooks)) {
  if (hooks_.built) {
    hooks_.built(*healthy_);
  }
}

Batch FaultyRecipe::batch(std::uint64_t index) {
  return hooks_.batch ? hooks_.batch(*healthy_, index) : healthy_->batch(index);
}

at::Tensor FaultyRecipe::loss(const Batch& batch) {
  return hooks_.loss ? hooks_.loss(*healthy_, batch) : healthy_->loss(batch);
}

at::Tensor FaultyRecipe::step(const Batch& batch) {
  if (hooks_.before_step) {
    hooks_.before_step(*healthy_);
  }
  const at::Tensor value = hooks_.replaces_loop() ? faulty_loop(batch) : healthy_->step(batch);
  if (hooks_.after_step) {
    hooks_.after_step(*healthy_);
  }
  return value;
}

at::Tensor FaultyRecipe::faulty_loop(const Batch& batch) {
  if (hooks_.clear) {
    hooks_.clear(*this);
  } else {
    optimizer().zero_grad();
  }
  at::Tensor value;
  if (hooks_.learns) {
    value = hooks_.learns(*this, batch);
  } else {
    value = loss(batch);
    value.backward();
  }
  transform_gradients();
  if (hooks_.gradients) {
    hooks_.gradients(*this);
  }
  if (hooks_.update) {
    hooks_.update(*this);
  } else {
    optimizer().step();
  }
  return (hooks_.report ? hooks_.report(*this, value) : value).detach();
}

at::Tensor FaultyRecipe::scores(const at::Tensor& inputs) {
  const Forward forward = [this](const at::Tensor& given) { return healthy_->scores(given); };
  return hooks_.outputs ? hooks_.outputs(forward, inputs) : forward(inputs);
}

at::Tensor FaultyRecipe::outputs(const Batch& batch) {
  const Forward forward = [this, &batch](const at::Tensor& given) {
    return healthy_->outputs({given, batch.targets, batch.extra});
  };
  return hooks_.outputs ? hooks_.outputs(forward, batch.inputs) : forward(batch.inputs);
}

}  // namespace assay::train::detail
