#include "image_recipe.hpp"

#include <assay/base/seed.hpp>
#include <assay/train/recipe.hpp>

#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>
#include <torch/torch.h>

#include <memory>
#include <utility>

namespace assay::train {
namespace {

using enum ImageTwist;

constexpr std::int64_t kImages = 12;
constexpr std::int64_t kHeight = 6;
constexpr std::int64_t kColumns = 5;
constexpr std::int64_t kColours = 3;
constexpr std::int64_t kLabels = 4;
constexpr std::int64_t kFeatures = 8 * kHeight * kColumns;

struct ImageNet : torch::nn::Module {
  explicit ImageNet(ImageTwist which) : twist(which) {
    conv = register_module("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(kColours, 8, 3).padding(1)));
    const double momentum = twist == kMomentumOne ? 1 : twist == kMomentumZero ? 0 : 0.1;
    norm = register_module("norm", torch::nn::BatchNorm2d(torch::nn::BatchNorm2dOptions(8).momentum(momentum).eps(
                                       twist == kLargeEps ? 0.1 : 1e-5)));
    if (twist == kFrozenNorm) {
      norm->eval();
      norm->weight.set_requires_grad(false);
      norm->bias.set_requires_grad(false);
    }
    dropout = register_module("dropout", torch::nn::Dropout(0.3));
    head = register_module("head", torch::nn::Linear(kFeatures, kLabels));
    if (twist == kForgetsInEvaluation) {
      spare = torch::nn::Linear(kFeatures, kLabels);
    }
  }

  at::Tensor forward(const at::Tensor& images) {
    at::Tensor x = twist == kIgnoresInput ? torch::zeros_like(images) : images;
    x = norm(conv(x)).relu().flatten(1);
    if (twist == kScalesHidden) {
      x = x * 3;
    }
    if (twist == kActivatesTwice) {
      x = x.relu();
    }
    if (twist == kMovesBufferInEvaluation && !is_training()) {
      norm->running_mean.add_(0.25);
    }
    if (twist == kMixesSamples) {
      x = x + 0.5 * x.roll(1, 0);
    }
    if (twist == kDropout || twist == kStochasticUndeclared) {
      x = dropout(x);
    }
    if (twist == kDropsInEvaluation) {
      x = torch::dropout(x, 0.3, /*train=*/true);
    }
    if (twist == kMostUnitsDead) {
      at::Tensor kept = torch::zeros({kFeatures});
      kept.slice(0, 0, kFeatures / 5).fill_(1);
      x = (x * kept - 1e-3 * (1 - kept)).relu();
    }
    if (spare && !is_training()) {
      return spare(x);
    }
    return head(x);
  }

  ImageTwist twist;
  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
  torch::nn::Dropout dropout{nullptr};
  torch::nn::Linear head{nullptr};
  torch::nn::Linear spare{nullptr};
};

class ImageRecipe : public Recipe {
 public:
  ImageRecipe(ImageTwist twist, const RecipeSettings& settings)
      : twist_(twist), settings_(settings), net_(std::make_shared<ImageNet>(twist)) {
    optimizer_ = make_optimizer();
    if (twist == kSetsDefaultType) {
      torch::set_default_dtype(caffe2::TypeMeta::Make<double>());
    }
  }

  torch::nn::Module& model() override { return *net_; }
  torch::optim::Optimizer& optimizer() override { return *optimizer_; }

  Batch batch(std::uint64_t index) override {
    at::Tensor inputs = prepare(stored(index));
    at::Tensor targets = torch::arange(kImages).remainder(kLabels);
    if (twist_ == kMisaligns) {
      targets = targets.roll(1);
    }
    if (twist_ == kNotScaled) {
      inputs = inputs * 255;
    }
    if (twist_ == kReorders) {
      const at::Tensor order = torch::arange(kImages).roll(5);
      return {inputs.index_select(0, order), targets.index_select(0, order), {}};
    }
    return {inputs, targets, {}};
  }

  /// Element by element, by nothing that `batch` uses.
  Batch golden_batch(std::uint64_t index) override {
    const at::Tensor images = stored(index);
    const auto seen = images.accessor<std::uint8_t, 4>();
    at::Tensor inputs = torch::empty({kImages, kColours, kHeight, kColumns});
    at::Tensor targets = torch::empty({kImages}, torch::kLong);
    auto wanted = inputs.accessor<float, 4>();
    for (std::int64_t n = 0; n < kImages; ++n) {
      targets[n] = n % kLabels;
      for (std::int64_t c = 0; c < kColours; ++c) {
        for (std::int64_t y = 0; y < kHeight; ++y) {
          for (std::int64_t x = 0; x < kColumns; ++x) {
            wanted[n][c][y][x] = static_cast<float>(seen[n][y][x][c]) / 255.0F;
          }
        }
      }
    }
    return {inputs, targets, {}};
  }

  at::Tensor prepare(const at::Tensor& images) override {
    at::Tensor x = images.to(torch::kFloat) / 255;
    if (twist_ == kViews) {
      return x.reshape({x.size(0), kColours, kHeight, kColumns});
    }
    x = x.permute({0, 3, 1, 2}).contiguous();
    if (twist_ == kFlips) {
      x = x.flip({3});
    }
    return twist_ == kSwapsColours ? x.flip({1}) : x;
  }

  at::Tensor loss(const Batch& batch) override {
    namespace functional = torch::nn::functional;
    const bool smooths = twist_ == kSmoothed || twist_ == kSmoothsUndeclared;
    functional::CrossEntropyFuncOptions options;
    options.label_smoothing(smooths ? 0.1 : 0);
    if (twist_ == kSumsLoss) {
      options.reduction(torch::kSum);
    }
    const at::Tensor loss = functional::cross_entropy(net_->forward(batch.inputs), batch.targets, options);
    if (twist_ == kOverflows && steps_ == 2) {
      return loss + (net_->conv->weight.sum() * 0 + 100).exp() * 0;
    }
    return twist_ == kHalvesLoss ? loss / 2 : twist_ == kNegatesLoss ? -loss : loss;
  }

  at::Tensor scores(const at::Tensor& inputs) override { return net_->forward(inputs); }

  at::Tensor step(const Batch& batch) override {
    if (twist_ == kLeftInEvaluation && steps_ == 1) {
      net_->eval();
    }
    if (twist_ == kNormLeftInEvaluation && steps_ == 1) {
      net_->norm->eval();
    }
    if (twist_ == kSetsThreads && steps_ == 1) {
      at::set_num_threads(at::get_num_threads() + 1);
    }
    if (twist_ == kReseeds) {
      torch::manual_seed(settings_.seed + steps_);
    }
    if (twist_ == kNewOptimizer) {
      optimizer_ = make_optimizer();
    }
    optimizer_->zero_grad();
    const at::Tensor value = loss(batch);
    value.backward({}, /*retain_graph=*/twist_ == kKeepsLosses);
    if (twist_ == kKeepsLosses) {
      kept_.push_back(value);
    }
    if (twist_ == kFetchesEach) {
      for (std::int64_t row = 0; row < batch.inputs.size(0); ++row) {
        sum_ += batch.targets[row].item<double>();
      }
    }
    if (!(twist_ == kForgetsStep && steps_ == 1)) {
      optimizer_->step();
    }
    if (twist_ == kStepsTwice) {
      optimizer_->step();
    }
    if (twist_ == kRoundsWeights) {
      const torch::NoGradGuard guard;
      for (at::Tensor& parameter : net_->parameters()) {
        parameter.copy_(parameter.to(torch::kBFloat16));
      }
    }
    ++steps_;
    return value.detach();
  }

  Declarations declarations() const override {
    Declarations declared;
    declared.loss = StandardLoss{};
    declared.loss->label_smoothing = twist_ == kSmoothed ? 0.1 : 0;
    declared.images = ImageLayout{"hwc", {kHeight, kColumns, kColours}, "chw", true};
    declared.input_range = {0, 1};
    if (twist_ != kStochasticUndeclared) {
      declared.stochastic = twist_ == kDropout || twist_ == kDropsInEvaluation || twist_ == kDeclaredStochastic;
    }
    if (twist_ == kFrozenNorm) {
      declared.frozen = {"norm."};
    }
    if (twist_ == kOtherRate) {
      declared.optimizer_options = {{"lr", 0.001}};
    }
    declared.decay_spares_vectors = twist_ == kDecaysVectors;
    if (twist_ == kUntied) {
      declared.tied = {{"head.weight", "conv.weight"}};
    }
    return declared;
  }

 private:
  std::unique_ptr<torch::optim::Optimizer> make_optimizer() {
    namespace optim = torch::optim;
    std::vector<at::Tensor> learning;
    for (const at::Tensor& parameter : net_->parameters()) {
      if (parameter.requires_grad()) {
        learning.push_back(parameter);
      }
    }
    switch (twist_) {
      case kSgd:
        return std::make_unique<optim::SGD>(learning,
                                            optim::SGDOptions(0.05).momentum(0.8).weight_decay(1e-3).nesterov(true));
      case kAdamW:
      case kDecaysVectors:
        return std::make_unique<optim::AdamW>(learning, optim::AdamWOptions(0.01).amsgrad(true).weight_decay(0.02));
      case kRmsprop:
        return std::make_unique<optim::RMSprop>(learning, optim::RMSpropOptions(0.002).momentum(0.5).centered(true));
      case kAdagrad:
        return std::make_unique<optim::Adagrad>(learning, optim::AdagradOptions(0.05).lr_decay(1e-3));
      default:
        return std::make_unique<optim::Adam>(
            learning, optim::AdamOptions(twist_ == kRateTimesThree ? 0.03 : 0.01).weight_decay(1e-4));
    }
  }

  /// Bytes with a stripe for the label, another in each colour, and noise of the seed's.
  [[nodiscard]] at::Tensor stored(std::uint64_t index) const {
    at::Tensor images = torch::empty({kImages, kHeight, kColumns, kColours}, torch::kByte);
    auto pixels = images.accessor<std::uint8_t, 4>();
    std::uint64_t state = base::derive_seed(settings_.seed, "images") + index;
    for (std::int64_t n = 0; n < kImages; ++n) {
      for (std::int64_t y = 0; y < kHeight; ++y) {
        for (std::int64_t x = 0; x < kColumns; ++x) {
          for (std::int64_t c = 0; c < kColours; ++c) {
            state = base::derive_seed(state, "pixel");
            const std::uint64_t noise = state % 60;
            const std::uint64_t stripe = y == n % kLabels && x <= c + 1 ? 180 : 0;
            pixels[n][y][x][c] = static_cast<std::uint8_t>(noise + stripe);
          }
        }
      }
    }
    return images;
  }

  ImageTwist twist_;
  RecipeSettings settings_;
  std::shared_ptr<ImageNet> net_;
  std::unique_ptr<torch::optim::Optimizer> optimizer_;
  std::uint64_t steps_ = 0;
  std::vector<at::Tensor> kept_;
  double sum_ = 0;
};

}  // namespace

RecipeFactory image_recipe(ImageTwist twist) {
  return [twist](const RecipeSettings& settings) { return std::make_unique<ImageRecipe>(twist, settings); };
}

}  // namespace assay::train
