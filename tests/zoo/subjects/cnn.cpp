#include "numbers.hpp"
#include "plain_losses.hpp"
#include "subject.hpp"
#include "subject_recipe.hpp"
#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/adam.h>
#include <torch/types.h>

namespace assay::zoo {
namespace {

constexpr std::int64_t kCnnSamples = 16;
constexpr std::int64_t kCnnHeight = 10;
constexpr std::int64_t kCnnWidth = 8;
constexpr std::int64_t kCnnColours = 3;
constexpr std::int64_t kCnnClasses = 4;
constexpr std::int64_t kCnnFeatures = 12 * (kCnnHeight / 2) * (kCnnWidth / 2);
constexpr double kCnnRate = 0.0015;

struct CnnNet : torch::nn::Module {
  explicit CnnNet(std::string what) : planted(std::move(what)) {
    using torch::nn::BatchNorm2d;
    using torch::nn::BatchNorm2dOptions;
    using torch::nn::Conv2d;
    using torch::nn::Conv2dOptions;
    auto options = [&](std::int64_t width) {
      auto made = BatchNorm2dOptions(width);
      if (planted == "norm_momentum_zero") {
        made.momentum(0.0);
      } else if (planted == "norm_momentum_0.99") {
        made.momentum(0.99);
      } else if (planted == "norm_epsilon_one") {
        made.eps(1.0);
      } else if (planted == "norm_epsilon_0.1") {
        made.eps(0.1);
      } else if (planted == "norm_never_tracks") {
        made.track_running_stats(false);
      }
      return made;
    };
    conv1 = register_module("conv1", Conv2d(Conv2dOptions(kCnnColours, 8, 3).padding(1).bias(false)));
    norm1 = register_module("norm1", BatchNorm2d(options(8)));
    conv2 = register_module("conv2", Conv2d(Conv2dOptions(8, 12, 3).padding(1).bias(false)));
    norm2 = register_module("norm2", BatchNorm2d(options(12)));
    dropout = torch::nn::Dropout(planted == "dropout_0.9" ? 0.9 : planted == "dropout_0.5" ? 0.5 : 0.1);
    if (planted != "dropout_not_registered") {
      register_module("dropout", dropout);
    }
    head = register_module("head", torch::nn::Linear(kCnnFeatures, kCnnClasses));
  }

  at::Tensor forward(const at::Tensor& images) {
    at::Tensor x = norm1(conv1(images)).relu();
    x = torch::max_pool2d(x, {2, 2});
    x = planted == "norm_skipped" ? conv2(x).relu() : norm2(conv2(x)).relu();
    return head(dropout(x.flatten(1)));
  }

  std::string planted;
  torch::nn::Conv2d conv1{nullptr};
  torch::nn::BatchNorm2d norm1{nullptr};
  torch::nn::Conv2d conv2{nullptr};
  torch::nn::BatchNorm2d norm2{nullptr};
  torch::nn::Dropout dropout{nullptr};
  torch::nn::Linear head{nullptr};
};

/// Colour images as files hold them, [row][column][colour]: each colour has its own level, classes differ in the place
/// and colour of a bright block.
at::Tensor cnn_stored(std::uint64_t seed) {
  Numbers numbers(seed);
  at::Tensor stored = torch::empty({kCnnSamples, kCnnHeight, kCnnWidth, kCnnColours}, torch::kByte);
  for (std::int64_t image = 0; image < kCnnSamples; ++image) {
    const std::int64_t label = (image * 3 + 1) % kCnnClasses;
    for (std::int64_t row = 0; row < kCnnHeight; ++row) {
      for (std::int64_t column = 0; column < kCnnWidth; ++column) {
        for (std::int64_t colour = 0; colour < kCnnColours; ++colour) {
          const bool lit = colour == label % kCnnColours && row / 2 == label && column >= 1 && column < 6;
          const double base = static_cast<double>(20 + 40 * colour + 3 * row);
          stored[image][row][column][colour] = static_cast<int>(base + 20 * numbers.next() + (lit ? 90 : 0));
        }
      }
    }
  }
  return stored;
}

class Cnn : public SubjectRecipe {
 public:
  Cnn(const train::RecipeSettings& settings, std::string_view what)
      : SubjectRecipe(settings, what), net_(std::make_shared<CnnNet>(planted())) {
    owns(net_);
    learns_by(std::make_unique<torch::optim::Adam>(net_->parameters(), torch::optim::AdamOptions(kCnnRate)));
  }

  train::Batch batch(std::uint64_t index) override {
    at::Tensor stored = cnn_stored(data_seed(index));
    if (is("same_batch_for_every_index")) {
      stored = cnn_stored(data_seed(0));
    }
    at::Tensor inputs = is("training_scaled_otherwise") ? prepare(stored) * 2 - 0.5 : prepare(stored);
    return {inputs, labels(), {}};
  }

  at::Tensor prepare(const at::Tensor& stored) override {
    if (is("view_for_permute")) {
      return stored.view({-1, kCnnColours, kCnnHeight, kCnnWidth}).to(torch::kFloat) / 255;
    }
    const at::Tensor moved = stored.permute({0, 3, 1, 2}).contiguous().to(torch::kFloat);
    if (is("colours_swapped")) {
      return moved.flip(1) / 255;
    }
    if (is("mirrored")) {
      return moved.flip(3) / 255;
    }
    if (is("upside_down")) {
      return moved.flip(2) / 255;
    }
    if (is("bytes_not_scaled")) {
      return moved;
    }
    return is("grey_in_all_colours") ? moved.mean(1, true).expand_as(moved).contiguous() / 255 : moved / 255;
  }

  train::Batch golden_batch(std::uint64_t index) override {
    const at::Tensor stored = cnn_stored(data_seed(index));
    at::Tensor inputs = torch::empty({kCnnSamples, kCnnColours, kCnnHeight, kCnnWidth});
    const auto from = stored.accessor<std::uint8_t, 4>();
    auto to = inputs.accessor<float, 4>();
    for (std::int64_t image = 0; image < kCnnSamples; ++image) {
      for (std::int64_t row = 0; row < kCnnHeight; ++row) {
        for (std::int64_t column = 0; column < kCnnWidth; ++column) {
          for (std::int64_t colour = 0; colour < kCnnColours; ++colour) {
            to[image][colour][row][column] = static_cast<float>(from[image][row][column][colour] / 255.0);
          }
        }
      }
    }
    return {inputs, labels(), {}};
  }

  at::Tensor loss(const train::Batch& batch) override {
    return torch::nn::functional::cross_entropy(net_->forward(batch.inputs), batch.targets);
  }

  at::Tensor step(const train::Batch& batch) override {
    at::Tensor value = Recipe::step(batch);
    if (is("norm_updated_without_gradient")) {
      const torch::NoGradGuard guard;
      net_->forward(batch.inputs * 3);
    } else if (is("eval_at_every_tenth_step")) {
      net_->train(++steps_ % 10 != 0);
    }
    return value;
  }

  at::Tensor scores(const at::Tensor& inputs) override { return net_->forward(inputs); }

  at::Tensor reference_loss(const train::Batch& batch) override {
    return plain_cross_entropy(net_->forward(batch.inputs), batch.targets);
  }

  train::Declarations declarations() const override {
    train::Declarations declared;
    declared.stochastic = true;
    declared.classes = kCnnClasses;
    declared.loss = train::StandardLoss{};
    declared.input_range = {0.0, 1.0};
    declared.images = train::ImageLayout{"hwc", {kCnnHeight, kCnnWidth, kCnnColours}, "chw", true};
    declared.optimizer_options = {
        {"lr", kCnnRate}, {"betas.0", 0.9}, {"betas.1", 0.999}, {"eps", 1e-8}, {"weight_decay", 0}};
    return declared;
  }

 private:
  static at::Tensor labels() {
    at::Tensor made = torch::empty({kCnnSamples}, torch::kLong);
    for (std::int64_t image = 0; image < kCnnSamples; ++image) {
      made[image] = (image * 3 + 1) % kCnnClasses;
    }
    return made;
  }

  std::shared_ptr<CnnNet> net_;
  std::uint64_t steps_ = 0;
};

}  // namespace

std::unique_ptr<train::Recipe> make_cnn(const train::RecipeSettings& settings, std::string_view planted) {
  return std::make_unique<Cnn>(settings, planted);
}

}  // namespace assay::zoo
