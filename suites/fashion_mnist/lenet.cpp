#include <assay/base/error.hpp>

#include <fashion_mnist/images.hpp>
#include <fashion_mnist/lenet.hpp>
#include <fmt/format.h>
#include <torch/nn/functional/loss.h>
#include <torch/nn/functional/pooling.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/adam.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <sstream>

namespace assay::suites {

namespace functional = torch::nn::functional;

class LenetModel : public torch::nn::Module {
 public:
  explicit LenetModel(const LenetOptions& options) {
    conv1_ = register_module("conv1", convolution(1, options.first_channels, kPadding, options));
    conv2_ = register_module("conv2", convolution(options.first_channels, options.second_channels, 0, options));
    if (options.batch_norm) {
      norm1_ = register_module("norm1", torch::nn::BatchNorm2d(options.first_channels));
      norm2_ = register_module("norm2", torch::nn::BatchNorm2d(options.second_channels));
    }
    fc1_ =
        register_module("fc1", torch::nn::Linear(options.second_channels * kLastSide * kLastSide, options.first_width));
    if (options.dropout > 0) {
      dropout_ = register_module("dropout", torch::nn::Dropout(options.dropout));
    }
    fc2_ = register_module("fc2", torch::nn::Linear(options.first_width, options.second_width));
    fc3_ = register_module("fc3", torch::nn::Linear(options.second_width, static_cast<std::int64_t>(kImageClasses)));
  }

  at::Tensor forward(const at::Tensor& images) {
    const auto pooled = [](const at::Tensor& x) {
      return functional::max_pool2d(x.relu(), functional::MaxPool2dFuncOptions(2));
    };
    at::Tensor x = conv1_(images);
    x = pooled(norm1_ ? norm1_(x) : x);
    x = conv2_(x);
    x = pooled(norm2_ ? norm2_(x) : x);
    x = fc1_(x.flatten(1)).relu();
    x = dropout_ ? dropout_(x) : x;
    return fc3_(fc2_(x).relu());
  }

 private:
  static constexpr std::int64_t kKernel = 5;
  static constexpr std::int64_t kPadding = 2;   // of the first convolution: 28 -> 28, pooled 14
  static constexpr std::int64_t kLastSide = 5;  // without padding 14 -> 10, pooled 5

  static torch::nn::Conv2d convolution(std::int64_t inputs, std::int64_t outputs, std::int64_t padding,
                                       const LenetOptions& options) {
    return torch::nn::Conv2d(
        torch::nn::Conv2dOptions(inputs, outputs, kKernel).padding(padding).bias(!options.batch_norm));
  }

  torch::nn::Conv2d conv1_{nullptr};
  torch::nn::Conv2d conv2_{nullptr};
  torch::nn::BatchNorm2d norm1_{nullptr};
  torch::nn::BatchNorm2d norm2_{nullptr};
  torch::nn::Linear fc1_{nullptr};
  torch::nn::Dropout dropout_{nullptr};
  torch::nn::Linear fc2_{nullptr};
  torch::nn::Linear fc3_{nullptr};
};

namespace {

constexpr auto kSide = static_cast<std::int64_t>(kImageSide);
constexpr std::size_t kImageBytes = kImageSide * kImageSide;

// Of the grey values of all training images, as shares of 255.
constexpr double kMean = 0.28604;
constexpr double kDeviation = 0.35302;
constexpr double kRounding = 1e-5;  // of float32

constexpr std::uint64_t kEvaluatedAtOnce = 500;
constexpr std::uint64_t kEvaluations = 4;  // of a training run

}  // namespace

Lenet::Lenet(const LenetOptions& options, const train::RecipeSettings& settings)
    : options_(options), settings_(settings), model_(std::make_shared<LenetModel>(options)) {
  if (settings.device != "cpu") {
    throw base::UserError(fmt::format("LeNet on Fashion-MNIST runs on the device `cpu`, not on `{}`", settings.device));
  }
  if (settings_.batch_size == 0) {
    settings_.batch_size = options.batch_size;
  }
  optimizer_ = std::make_unique<torch::optim::Adam>(model_->parameters(), torch::optim::AdamOptions(options.rate));
}

Lenet::~Lenet() = default;

torch::nn::Module& Lenet::model() { return *model_; }

torch::optim::Optimizer& Lenet::optimizer() { return *optimizer_; }

train::Batch Lenet::batch(std::uint64_t index) {
  const LabelledImages& images = fashion_mnist().train;
  if (!order_) {
    order_.emplace(settings_.seed, images.count, settings_.batch_size);
  }
  return batch_of(images, order_->batch(index));
}

at::Tensor Lenet::loss(const train::Batch& batch) {
  return functional::cross_entropy(model_->forward(batch.inputs), batch.targets);
}

at::Tensor Lenet::scores(const at::Tensor& inputs) { return model_->forward(inputs); }

at::Tensor Lenet::prepare(const at::Tensor& stored) {
  if (stored.scalar_type() != at::kByte || stored.dim() != 3 || stored.size(1) != kSide || stored.size(2) != kSide) {
    std::ostringstream shape;
    shape << stored.toString() << stored.sizes();
    throw base::UserError(fmt::format("images are uint8 [n, {}, {}], but these are {}", kSide, kSide, shape.str()));
  }
  constexpr double kWhite = 255;
  return stored.to(at::kFloat).sub_(kMean * kWhite).div_(kDeviation * kWhite).unsqueeze(1);
}

std::vector<std::pair<std::string, double>> Lenet::evaluate() {
  const LabelledImages& images = fashion_mnist().test;
  double loss = 0;
  std::int64_t right = 0;
  for (std::uint64_t first = 0; first < images.count; first += kEvaluatedAtOnce) {
    std::vector<std::uint32_t> samples(static_cast<std::size_t>(std::min(kEvaluatedAtOnce, images.count - first)));
    std::iota(samples.begin(), samples.end(), static_cast<std::uint32_t>(first));
    const train::Batch batch = batch_of(images, samples);
    const at::Tensor answers = scores(batch.inputs);
    loss +=
        functional::cross_entropy(answers, batch.targets, functional::CrossEntropyFuncOptions().reduction(torch::kSum))
            .item<double>();
    right += answers.argmax(1).eq(batch.targets).sum().item<std::int64_t>();
  }
  const auto count = static_cast<double>(images.count);
  return {{"validation_loss", loss / count}, {"validation_accuracy", static_cast<double>(right) / count}};
}

train::Declarations Lenet::declarations() const {
  train::Declarations declared;
  declared.stochastic = options_.dropout > 0;
  declared.classes = kImageClasses;
  declared.loss = train::StandardLoss{};
  declared.images = train::ImageLayout{"hw", {kSide, kSide}, "chw", /*bytes=*/true};
  declared.input_range = {-kMean / kDeviation - kRounding, (1 - kMean) / kDeviation + kRounding};
  declared.optimizer_options = {{"lr", options_.rate}, {"weight_decay", 0}};
  declared.steps = SampleOrder(settings_.seed, fashion_mnist().train.count, settings_.batch_size).batches_per_epoch();
  declared.evaluate_every = std::max<std::uint64_t>(declared.steps / kEvaluations, 1);
  return declared;
}

train::Batch Lenet::batch_of(const LabelledImages& images, const std::vector<std::uint32_t>& samples) {
  const auto count = static_cast<std::int64_t>(samples.size());
  const at::Tensor stored = at::empty({count, kSide, kSide}, at::kByte);
  const at::Tensor targets = at::empty({count}, at::kLong);
  auto* pixels = stored.mutable_data_ptr<std::uint8_t>();
  auto* labels = targets.mutable_data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    std::memcpy(pixels + i * kImageBytes, images.pixels.data() + samples[i] * kImageBytes, kImageBytes);
    labels[i] = std::to_integer<std::int64_t>(images.labels[samples[i]]);
  }
  return {prepare(stored), targets, {}};
}

train::RecipeFactory lenet(LenetOptions options) {
  return [options](const train::RecipeSettings& settings) { return std::make_unique<Lenet>(options, settings); };
}

}  // namespace assay::suites
