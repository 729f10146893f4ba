#include <assay/train/recipe.hpp>

#include <torch/optim/optimizer.h>

namespace assay::train {

Recipe::~Recipe() = default;

at::Tensor Recipe::step(const Batch& batch) {
  optimizer().zero_grad();
  const at::Tensor value = loss(batch);
  value.backward();
  transform_gradients();
  optimizer().step();
  return value.detach();
}

void Recipe::transform_gradients() {}

at::Tensor Recipe::scores(const at::Tensor& /*inputs*/) { return {}; }

at::Tensor Recipe::outputs(const Batch& batch) { return scores(batch.inputs); }

at::Tensor Recipe::reference_loss(const Batch& /*batch*/) { return {}; }

Batch Recipe::golden_batch(std::uint64_t /*index*/) { return {}; }

at::Tensor Recipe::padding(const Batch& /*batch*/) { return {}; }

at::Tensor Recipe::prepare(const at::Tensor& stored) { return stored; }

std::vector<std::pair<std::string, double>> Recipe::evaluate() { return {}; }

Declarations Recipe::declarations() const { return {}; }

}  // namespace assay::train
