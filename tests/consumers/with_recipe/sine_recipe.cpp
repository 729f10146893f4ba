// A small network learns a sine. SINE_FORGETS in the environment makes its optimizer forget the first layer, which the
// tests of this project must find.
#include <assay/train/recipe.hpp>
#include <assay/train/recipe_registry.hpp>

#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/adam.h>

#include <cstdlib>

namespace {

class SineRecipe : public assay::train::Recipe {
 public:
  explicit SineRecipe(const assay::train::RecipeSettings& settings)
      : seed_(static_cast<int64_t>(settings.seed)), rows_(static_cast<int64_t>(settings.batch_size)) {}

  torch::nn::Module& model() override { return *net_; }
  torch::optim::Optimizer& optimizer() override { return adam_; }

  assay::train::Batch batch(std::uint64_t index) override {
    const at::Tensor x = (torch::arange(rows_) + rows_ * static_cast<int64_t>(index) + seed_).unsqueeze(1) * 0.3;
    return {torch::cat({torch::sin(x * 0.7), torch::cos(x * 0.7)}, 1), torch::sin(x), {}};
  }

  at::Tensor loss(const assay::train::Batch& batch) override {
    return torch::nn::functional::mse_loss(net_->forward(batch.inputs), batch.targets);
  }

 private:
  std::vector<at::Tensor> parameters() {
    return std::getenv("SINE_FORGETS") == nullptr ? net_->parameters() : net_[2]->parameters();
  }

  int64_t seed_;
  int64_t rows_;
  torch::nn::Sequential net_{torch::nn::Linear(2, 32), torch::nn::Tanh(), torch::nn::Linear(32, 1)};
  torch::optim::Adam adam_{parameters(), 0.02};
};

const auto kSine = assay::train::register_recipe<SineRecipe>("sine");

}  // namespace
