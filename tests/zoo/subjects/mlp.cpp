#include "numbers.hpp"
#include "plain_losses.hpp"
#include "subject.hpp"
#include "subject_recipe.hpp"
#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/utils/clip_grad.h>
#include <torch/optim/adam.h>
#include <torch/types.h>

#include <cmath>

namespace assay::zoo {
namespace {

constexpr std::int64_t kMlpSamples = 32;
constexpr std::int64_t kMlpWidth = 16;
constexpr std::int64_t kMlpClasses = 10;
constexpr std::int64_t kMlpHidden = 32;
constexpr double kMlpRate = 0.01;

struct MlpNet : torch::nn::Module {
  explicit MlpNet(std::string what) : planted(std::move(what)) {
    fc1 = register_module("fc1", torch::nn::Linear(kMlpWidth, kMlpHidden));
    if (planted == "layer_not_registered") {
      fc2 = torch::nn::Linear(kMlpHidden, kMlpHidden);
    } else {
      fc2 = register_module("fc2", torch::nn::Linear(kMlpHidden, kMlpHidden));
    }
    fc3 = register_module("fc3", torch::nn::Linear(kMlpHidden, kMlpClasses));
    const torch::NoGradGuard guard;
    if (planted == "units_dead") {
      fc1->bias.fill_(-10);
    } else if (planted == "units_half_dead") {
      fc1->bias.slice(0, 0, kMlpHidden / 2).fill_(-10);
    }
  }

  at::Tensor forward(const at::Tensor& inputs) {
    at::Tensor hidden = act(fc1(inputs));
    if (planted == "graph_cut_by_data") {
      hidden = hidden.detach();
    } else if (planted == "half_of_graph_cut") {
      hidden = torch::cat({hidden.slice(1, 0, kMlpHidden / 2).detach(), hidden.slice(1, kMlpHidden / 2)}, 1);
    }
    if (planted == "layer_made_in_forward") {
      torch::nn::Linear fresh(kMlpHidden, kMlpHidden);
      hidden = act(fresh(hidden));
    } else {
      hidden = act(fc2(hidden));
    }
    if (planted == "deep_sigmoids") {
      for (int i = 0; i < 6; ++i) {
        hidden = fc2(hidden).sigmoid();
      }
    }
    const at::Tensor scores = fc3(hidden);
    if (planted == "relu_on_scores") {
      return scores.relu();
    }
    return planted == "tanh_on_scores" ? scores.tanh() : scores;
  }

  [[nodiscard]] at::Tensor act(const at::Tensor& x) const {
    return planted == "deep_sigmoids" ? x.sigmoid() : planted == "no_activation" ? x : x.relu();
  }

  std::string planted;
  torch::nn::Linear fc1{nullptr};
  torch::nn::Linear fc2{nullptr};
  torch::nn::Linear fc3{nullptr};
};

/// Bytes as a file would hold them: one of the first ten columns stands out, and is the class.
at::Tensor mlp_stored(std::uint64_t seed) {
  Numbers numbers(seed);
  at::Tensor stored = torch::empty({kMlpSamples, kMlpWidth}, torch::kByte);
  for (std::int64_t row = 0; row < kMlpSamples; ++row) {
    const std::int64_t label = (row * 7 + 3) % kMlpClasses;
    for (std::int64_t column = 0; column < kMlpWidth; ++column) {
      const double base = column < kMlpClasses ? 20 : static_cast<double>(5 * column);
      stored[row][column] = static_cast<int>(base + 60 * numbers.next() + (column == label ? 150 : 0));
    }
  }
  return stored;
}

class Mlp : public SubjectRecipe {
 public:
  Mlp(const train::RecipeSettings& settings, std::string_view what)
      : SubjectRecipe(settings, what), net_(std::make_shared<MlpNet>(planted())) {
    owns(net_);
    torch::optim::AdamOptions options(kMlpRate);
    if (is("betas_swapped")) {
      options.betas({0.999, 0.9});
    } else if (is("epsilon_tiny")) {
      options.eps(1e-30);
    } else if (is("epsilon_large")) {
      options.eps(1e-2);
    } else if (is("decay_in_adam")) {
      options.weight_decay(1e-2);
    }
    learns_by(std::make_unique<torch::optim::Adam>(net_->parameters(), options));
    if (is("layer_replaced")) {
      net_->fc2 = net_->replace_module("fc2", torch::nn::Linear(kMlpHidden, kMlpHidden));
    } else if (is("rate_times_30")) {
      optimizer().param_groups()[0].options().set_lr(30 * kMlpRate);
    } else if (is("extra_group_without_rate")) {
      optimizer().param_groups()[0].params().pop_back();
      optimizer().add_param_group(
          torch::optim::OptimizerParamGroup({net_->fc3->bias}, std::make_unique<torch::optim::AdamOptions>(1e-6)));
    }
  }

  train::Batch batch(std::uint64_t index) override {
    const at::Tensor stored = mlp_stored(data_seed(index));
    at::Tensor inputs = prepare(stored);
    at::Tensor targets = stored.slice(1, 0, kMlpClasses).argmax(1);
    ++asked_;
    if (is("order_changes")) {
      const at::Tensor order = torch::arange(kMlpSamples).roll(static_cast<std::int64_t>(5 * asked_));
      return {inputs.index_select(0, order), targets.index_select(0, order), {}};
    }
    if (is("labels_off_by_one")) {
      targets = (targets + 1).remainder(kMlpClasses);
    } else if (is("two_labels_swapped")) {
      targets = torch::where(targets.eq(2), torch::full_like(targets, 5), targets);
    } else if (is("columns_shifted")) {
      inputs = inputs.roll(1, 1);
    }
    return {inputs, targets, {}};
  }

  at::Tensor prepare(const at::Tensor& stored) override {
    const at::Tensor inputs = stored.to(torch::kFloat) / 255;
    return is("inputs_divided_twice") ? inputs / 255 : is("inputs_rounded") ? inputs.round() : inputs;
  }

  train::Batch golden_batch(std::uint64_t index) override {
    const at::Tensor stored = mlp_stored(data_seed(index));
    at::Tensor inputs = torch::empty({kMlpSamples, kMlpWidth});
    at::Tensor targets = torch::empty({kMlpSamples}, torch::kLong);
    for (std::int64_t row = 0; row < kMlpSamples; ++row) {
      std::int64_t label = 0;
      for (std::int64_t column = 0; column < kMlpWidth; ++column) {
        const auto value = stored[row][column].item<std::int64_t>();
        inputs[row][column] = static_cast<double>(value) / 255.0;
        label = column < kMlpClasses && value > stored[row][label].item<std::int64_t>() ? column : label;
      }
      targets[row] = label;
    }
    return {inputs, targets, {}};
  }

  at::Tensor loss(const train::Batch& batch) override {
    namespace functional = torch::nn::functional;
    const at::Tensor scores = net_->forward(batch.inputs);
    if (is("log_softmax_first")) {
      return functional::cross_entropy(scores.log_softmax(1), batch.targets);
    }
    if (is("softmax_first")) {
      return functional::cross_entropy(scores.softmax(1), batch.targets);
    }
    if (is("nll_of_scores")) {
      return functional::nll_loss(scores, batch.targets);
    }
    if (is("squared_error_of_softmax")) {
      return functional::mse_loss(scores.softmax(1), torch::one_hot(batch.targets, kMlpClasses).to(torch::kFloat));
    }
    if (is("label_smoothing")) {
      return functional::cross_entropy(scores, batch.targets,
                                       functional::CrossEntropyFuncOptions().label_smoothing(0.05));
    }
    at::Tensor value = functional::cross_entropy(scores, batch.targets);
    if (is("sqrt_of_zero_late") && steps_ > 40) {
      value = value + (net_->fc1->weight.sum() * 0).sqrt();
    }
    return value;
  }

  at::Tensor step(const train::Batch& batch) override;

  at::Tensor scores(const at::Tensor& inputs) override { return net_->forward(inputs); }

  at::Tensor reference_loss(const train::Batch& batch) override {
    return plain_cross_entropy(net_->forward(batch.inputs), batch.targets);
  }

  train::Declarations declarations() const override {
    train::Declarations declared;
    declared.stochastic = false;
    declared.classes = kMlpClasses;
    declared.loss = train::StandardLoss{};
    declared.input_range = {0.0, 1.0};
    declared.optimizer_options = {
        {"lr", kMlpRate}, {"betas.0", 0.9}, {"betas.1", 0.999}, {"eps", 1e-8}, {"weight_decay", 0}};
    return declared;
  }

 private:
  /// Loss and backward of a part of the batch; the gradients are added with this weight.
  at::Tensor accumulate(const train::Batch& batch, std::int64_t from, std::int64_t to, double weight) {
    const at::Tensor value = loss({batch.inputs.slice(0, from, to), batch.targets.slice(0, from, to), {}}) * weight;
    value.backward();
    return value.detach();
  }

  std::shared_ptr<MlpNet> net_;
  std::uint64_t asked_ = 0;
  std::uint64_t steps_ = 0;
};

at::Tensor Mlp::step(const train::Batch& batch) {
  ++steps_;
  if (is("accumulates_rightly") || is("accumulates_unequal_parts")) {
    optimizer().zero_grad();
    const std::int64_t cut = is("accumulates_rightly") ? kMlpSamples / 2 : kMlpSamples / 8;
    const at::Tensor value = accumulate(batch, 0, cut, 0.5) + accumulate(batch, cut, kMlpSamples, 0.5);
    optimizer().step();
    return value;
  }
  if (is("clips_before_unscaling")) {
    constexpr double kScale = 1024;
    optimizer().zero_grad();
    const at::Tensor value = loss(batch);
    (value * kScale).backward();
    torch::nn::utils::clip_grad_norm_(net_->parameters(), 1.0);
    for (const at::Tensor& each : net_->parameters()) {
      each.grad().div_(kScale);
    }
    optimizer().step();
    return value.detach();
  }
  return Recipe::step(batch);
}

}  // namespace

std::unique_ptr<train::Recipe> make_mlp(const train::RecipeSettings& settings, std::string_view planted) {
  return std::make_unique<Mlp>(settings, planted);
}

}  // namespace assay::zoo
