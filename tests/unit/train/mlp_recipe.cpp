#include "mlp_recipe.hpp"

#include <assay/base/seed.hpp>
#include <assay/train/recipe.hpp>

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/utils/clip_grad.h>
#include <torch/optim/adam.h>
#include <torch/torch.h>

#include <memory>
#include <stdexcept>
#include <utility>

namespace assay::train {
namespace {

constexpr std::int64_t kSamples = 16;
constexpr std::int64_t kWidth = 8;
constexpr std::int64_t kClasses = 4;

struct Net : torch::nn::Module {
  explicit Net(const MlpOptions& options) : twist(options.twist) {
    fc1 = register_module("fc1", torch::nn::Linear(kWidth, options.hidden));
    norm = register_module("norm", torch::nn::BatchNorm1d(options.hidden));
    if (twist == Twist::kDropout) {
      dropout = register_module("dropout", torch::nn::Dropout(0.2));
    }
    if (options.extra_layer) {
      extra = register_module("extra", torch::nn::Linear(options.hidden, options.hidden));
    }
    if (twist == Twist::kUnregisteredLayer) {
      hidden_layer = torch::nn::Linear(options.hidden, options.hidden);
    }
    fc2 = register_module("fc2", torch::nn::Linear(options.hidden, kClasses));
    if (twist == Twist::kDeadUnits) {
      const torch::NoGradGuard guard;
      norm->bias.fill_(-1000);
    }
  }

  at::Tensor forward(const at::Tensor& inputs) {
    at::Tensor x = norm(fc1(inputs)).relu();
    x = extra ? extra(x).relu() : x;
    x = hidden_layer ? hidden_layer(x).relu() : x;
    x = dropout ? dropout(x) : x;
    return fc2(twist == Twist::kDetachedBody ? x.detach() : x);
  }

  Twist twist;
  torch::nn::Linear fc1{nullptr};
  torch::nn::BatchNorm1d norm{nullptr};
  torch::nn::Dropout dropout{nullptr};
  torch::nn::Linear extra{nullptr};
  torch::nn::Linear hidden_layer{nullptr};
  torch::nn::Linear fc2{nullptr};
};

/// Numbers of the test's own, so that LibTorch's generator plays no part in the data.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed) {}
  double next() {
    state_ = base::derive_seed(state_, "next");
    return static_cast<double>(state_ >> 11U) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

class Mlp : public Recipe {
 public:
  Mlp(const MlpOptions& options, const RecipeSettings& settings)
      : options_(options), settings_(settings), net_(std::make_shared<Net>(options)) {
    std::vector<at::Tensor> tensors;
    for (const auto& item : net_->named_parameters()) {
      const bool frozen = is(Twist::kFrozenUndeclared) || is(Twist::kFrozenAndDeclared);
      if (frozen && item.key().starts_with("fc1.")) {
        item.value().set_requires_grad(false);
        continue;
      }
      if (!(is(Twist::kOptimizerMissesNorm) && item.key().starts_with("norm."))) {
        tensors.push_back(item.value());
      }
    }
    if (is(Twist::kTwiceInOptimizer)) {
      tensors.push_back(net_->fc2->bias);
    }
    const double rate = is(Twist::kRateTimesThousand) ? 10 : 0.01;
    optimizer_ = std::make_unique<torch::optim::Adam>(tensors, torch::optim::AdamOptions(rate));
    if (is(Twist::kLayerReplaced)) {
      net_->fc2 = net_->replace_module("fc2", torch::nn::Linear(options.hidden, kClasses));
    }
  }

  torch::nn::Module& model() override { return *net_; }
  torch::optim::Optimizer& optimizer() override { return *optimizer_; }

  Batch batch(std::uint64_t index) override {
    ++batches_made_;
    const auto samples = settings_.batch_size > 0 ? static_cast<std::int64_t>(settings_.batch_size) : kSamples;
    Numbers numbers(base::derive_seed(settings_.seed, "batch") + (is(Twist::kSameBatches) ? 0 : index));
    at::Tensor inputs = torch::empty({samples, kWidth});
    at::Tensor targets = torch::empty({samples}, torch::kLong);
    for (std::int64_t row = 0; row < samples; ++row) {
      const std::int64_t label = is(Twist::kOneLabel) ? 2 : row % kClasses;
      targets[row] = label;
      for (std::int64_t column = 0; column < kWidth; ++column) {
        inputs[row][column] = numbers.next() + (column == label ? 1.0 : 0.0);
      }
    }
    if (is(Twist::kRepeatsSample)) {
      inputs[5].copy_(inputs[1]);
    }
    if (is(Twist::kNanInput)) {
      inputs[3][2] = std::numeric_limits<double>::quiet_NaN();
    }
    if (is(Twist::kInputsChange)) {
      inputs.add_(0.001 * static_cast<double>(batches_made_));
    }
    if (is(Twist::kShufflesLabels) || is(Twist::kReordersBatch)) {
      const at::Tensor order = torch::arange(samples).roll(static_cast<std::int64_t>(batches_made_ * 5));
      targets = targets.index_select(0, order);
      inputs = is(Twist::kReordersBatch) ? inputs.index_select(0, order) : inputs;
    }
    if (is(Twist::kRowsDisagree)) {
      targets = targets.slice(0, 1);
    }
    return {inputs, targets, {}};
  }

  at::Tensor loss(const Batch& batch) override {
    namespace functional = torch::nn::functional;
    at::Tensor scores = net_->forward(batch.inputs);
    if (is(Twist::kDoubleSoftmax)) {
      scores = scores.softmax(1);
    }
    if (is(Twist::kLossOfEach)) {
      return functional::cross_entropy(scores, batch.targets,
                                       functional::CrossEntropyFuncOptions().reduction(torch::kNone));
    }
    at::Tensor loss = functional::cross_entropy(scores, batch.targets);
    if (is(Twist::kNanLoss) && steps_ >= 5) {
      loss = loss * std::numeric_limits<double>::quiet_NaN();
    }
    if (is(Twist::kLateNan) && small_) {
      loss = loss * std::numeric_limits<double>::quiet_NaN();
    }
    if (is(Twist::kNanGradient) && steps_ == 3) {
      loss = loss + (net_->fc1->weight.sum() * 0).sqrt();
    }
    return loss;
  }

  at::Tensor step(const Batch& batch) override {
    if (is(Twist::kThrows) && steps_ == 2) {
      throw std::runtime_error("no such column: price");
    }
    const bool clears_at_end = is(Twist::kClearsAtEnd) || is(Twist::kZeroesInPlace);
    if (!is(Twist::kNoZeroGrad) && !clears_at_end) {
      optimizer_->zero_grad();
    }
    const at::Tensor value = loss(batch);
    if (is(Twist::kStepForgetsBackward)) {
      value.backward({}, false, false,
                     std::vector<at::Tensor>{net_->fc1->weight, net_->fc1->bias, net_->norm->weight, net_->norm->bias,
                                             net_->fc2->weight});
    } else {
      (is(Twist::kFlipsSign) ? -value : value).backward();
    }
    if (is(Twist::kClips) || is(Twist::kClipsUndeclared)) {
      torch::nn::utils::clip_grad_norm_(net_->parameters(), 0.05);
    }
    small_ = small_ || value.item<double>() < 0.02;
    if (is(Twist::kLateDivergence) && small_) {
      for (auto& group : optimizer_->param_groups()) {
        group.options().set_lr(group.options().get_lr() * 3);
      }
    }
    optimizer_->step();
    if (clears_at_end) {
      optimizer_->zero_grad(/*set_to_none=*/is(Twist::kClearsAtEnd));
    }
    ++steps_;
    return value.detach();
  }

  void transform_gradients() override {
    if (is(Twist::kClips)) {
      torch::nn::utils::clip_grad_norm_(net_->parameters(), 0.05);
    }
  }

  at::Tensor scores(const at::Tensor& inputs) override {
    return is(Twist::kNoScores) ? at::Tensor() : net_->forward(inputs);
  }

  at::Tensor prepare(const at::Tensor& stored) override { return stored.to(torch::kFloat) / 255; }

  std::vector<std::pair<std::string, double>> evaluate() override {
    return {{"validation_loss", loss(batch(1000)).item<double>()}, {"training", net_->is_training() ? 1.0 : 0.0}};
  }

  Declarations declarations() const override {
    Declarations declared;
    declared.steps = options_.steps;
    declared.evaluate_every = 2;
    if (is(Twist::kFrozenAndDeclared)) {
      declared.frozen = {"fc1."};
    }
    if (is(Twist::kFrozenMisspelt)) {
      declared.frozen = {"fc1.wieght"};
    }
    if (is(Twist::kDropout)) {
      declared.stochastic = true;
    }
    return declared;
  }

 private:
  [[nodiscard]] bool is(Twist twist) const { return options_.twist == twist; }

  MlpOptions options_;
  RecipeSettings settings_;
  std::shared_ptr<Net> net_;
  std::unique_ptr<torch::optim::Adam> optimizer_;
  std::uint64_t batches_made_ = 0;
  std::uint64_t steps_ = 0;
  bool small_ = false;
};

}  // namespace

RecipeFactory mlp(MlpOptions options) {
  return [options](const RecipeSettings& settings) { return std::make_unique<Mlp>(options, settings); };
}

std::vector<float> plain_scores(Recipe& recipe, const std::vector<unsigned char>& stored) {
  const torch::NoGradGuard guard;
  recipe.model().eval();
  std::vector<float> all;
  const auto rows = static_cast<std::int64_t>(stored.size()) / kWidth;
  for (std::int64_t row = 0; row < rows; ++row) {
    at::Tensor one = torch::empty({1, kWidth});
    for (std::int64_t column = 0; column < kWidth; ++column) {
      one[0][column] = static_cast<float>(stored[static_cast<std::size_t>(row * kWidth + column)]) / 255.0F;
    }
    const at::Tensor scores = recipe.scores(one).contiguous();
    all.insert(all.end(), scores.const_data_ptr<float>(), scores.const_data_ptr<float>() + kClasses);
  }
  return all;
}

}  // namespace assay::train
