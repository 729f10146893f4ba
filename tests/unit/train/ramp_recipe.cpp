#include "ramp_recipe.hpp"

#include <torch/nn/modules/linear.h>
#include <torch/optim/sgd.h>
#include <torch/types.h>

namespace assay::train {
namespace {

struct RampNet : torch::nn::Module {
  explicit RampNet(bool one_layer) {
    inner = register_module("inner", torch::nn::Linear(1, 1));
    const torch::NoGradGuard guard;
    inner->weight.fill_(kRampStart.w);
    inner->bias.fill_(kRampStart.b);
    if (!one_layer) {
      outer = register_module("outer", torch::nn::Linear(torch::nn::LinearOptions(1, 1).bias(false)));
      outer->weight.fill_(kRampStart.v);
    }
  }
  at::Tensor forward(const at::Tensor& x) { return outer ? outer(inner(x)) : inner(x); }
  torch::nn::Linear inner{nullptr};
  torch::nn::Linear outer{nullptr};
};

at::Tensor column(const std::array<double, 4>& numbers) {
  return torch::tensor(std::vector<double>(numbers.begin(), numbers.end()), torch::kDouble)
      .to(torch::kFloat)
      .view({4, 1});
}

class Ramp : public Recipe {
 public:
  explicit Ramp(const RampOptions& options)
      : options_(options),
        net_(std::make_shared<RampNet>(options.one_layer)),
        optimizer_(net_->parameters(), torch::optim::SGDOptions(kRampRate)) {}

  torch::nn::Module& model() override { return *net_; }
  torch::optim::Optimizer& optimizer() override { return optimizer_; }
  Batch batch(std::uint64_t /*index*/) override {
    const at::Tensor targets = column(kRampTargets);
    return {column(kRampInputs), options_.one_target ? torch::full_like(targets, 2) : targets, {}};
  }
  at::Tensor loss(const Batch& batch) override { return (scores(batch.inputs) - batch.targets).square().mean(); }
  at::Tensor scores(const at::Tensor& inputs) override { return net_->forward(inputs); }
  at::Tensor step(const Batch& batch) override {
    at::Tensor value = Recipe::step(batch);
    return options_.own_loop ? Recipe::step(batch) : value;
  }
  at::Tensor reference_loss(const Batch& batch) override { return loss(batch); }
  Batch golden_batch(std::uint64_t index) override { return batch(index); }
  Declarations declarations() const override {
    Declarations declared;
    if (options_.declares) {
      declared.loss = StandardLoss{StandardLoss::Kind::kSquaredError};
    }
    return declared;
  }

 private:
  RampOptions options_;
  std::shared_ptr<RampNet> net_;
  torch::optim::SGD optimizer_;
};

}  // namespace

RecipeFactory ramp(RampOptions options) {
  return [options](const RecipeSettings&) { return std::make_unique<Ramp>(options); };
}

RampNumbers numbers_of(Recipe& recipe) {
  const auto parameters = recipe.model().named_parameters();
  const at::Tensor* outer = parameters.find("outer.weight");
  return {parameters["inner.weight"].item<double>(), parameters["inner.bias"].item<double>(),
          outer != nullptr ? outer->item<double>() : 1};
}

double ramp_loss(const RampNumbers& at, const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double off = at.v * (at.w * x[i] + at.b) - y[i];
    sum += off * off;
  }
  return sum / static_cast<double>(x.size());
}

RampNumbers ramp_gradient(const RampNumbers& at, const std::vector<double>& x, const std::vector<double>& y) {
  RampNumbers sum;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double hidden = at.w * x[i] + at.b;
    const double twice = 2 * (at.v * hidden - y[i]) / static_cast<double>(x.size());
    sum.w += twice * at.v * x[i];
    sum.b += twice * at.v;
    sum.v += twice * hidden;
  }
  return sum;
}

}  // namespace assay::train
