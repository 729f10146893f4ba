#pragma once

#include <assay/train/detail/fault_hooks.hpp>
#include <assay/train/recipe.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::train::detail {

/// A healthy recipe with one fault in it; what it declares and compares itself with stays that of the healthy one.
class FaultyRecipe : public Recipe {
 public:
  FaultyRecipe(std::unique_ptr<Recipe> healthy, FaultHooks hooks);

  torch::nn::Module& model() override { return healthy_->model(); }
  torch::optim::Optimizer& optimizer() override { return healthy_->optimizer(); }
  Batch batch(std::uint64_t index) override;
  at::Tensor loss(const Batch& batch) override;
  at::Tensor step(const Batch& batch) override;
  void transform_gradients() override { healthy_->transform_gradients(); }
  at::Tensor scores(const at::Tensor& inputs) override;
  at::Tensor outputs(const Batch& batch) override;
  at::Tensor reference_loss(const Batch& batch) override { return healthy_->reference_loss(batch); }
  Batch golden_batch(std::uint64_t index) override { return healthy_->golden_batch(index); }
  at::Tensor padding(const Batch& batch) override { return healthy_->padding(batch); }
  at::Tensor prepare(const at::Tensor& stored) override { return healthy_->prepare(stored); }
  std::vector<std::pair<std::string, double>> evaluate() override { return healthy_->evaluate(); }
  Declarations declarations() const override { return healthy_->declarations(); }

 private:
  at::Tensor faulty_loop(const Batch& batch);

  std::unique_ptr<Recipe> healthy_;
  FaultHooks hooks_;
};

}  // namespace assay::train::detail
