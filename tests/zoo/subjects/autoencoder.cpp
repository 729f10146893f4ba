#include "numbers.hpp"
#include "plain_losses.hpp"
#include "subject.hpp"
#include "subject_recipe.hpp"
#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/rmsprop.h>
#include <torch/types.h>

namespace assay::zoo {
namespace {

constexpr std::int64_t kGreyImages = 12;
constexpr std::int64_t kGreyHeight = 8;
constexpr std::int64_t kGreyWidth = 6;
constexpr std::int64_t kGreyPixels = kGreyHeight * kGreyWidth;
constexpr double kGreyRate = 0.002;
constexpr double kGreyAlpha = 0.95;

struct AutoencoderNet : torch::nn::Module {
  explicit AutoencoderNet(std::string what) : planted(std::move(what)) {
    const std::int64_t code = planted == "code_of_two" ? 2 : 16;
    wide_in = register_module("wide_in", torch::nn::Linear(kGreyPixels, 40));
    encode = register_module("encode", torch::nn::Linear(40, code));
    if (planted == "decoder_not_registered") {
      decode = torch::nn::Linear(code, 40);
    } else {
      decode = register_module("decode", torch::nn::Linear(code, 40));
    }
    wide_out = register_module("wide_out", torch::nn::Linear(40, kGreyPixels));
    if (planted == "layer_never_used") {
      register_module("spare", torch::nn::Linear(40, 40));
    }
  }

  at::Tensor forward(const at::Tensor& images) {
    at::Tensor code = encode(wide_in(images.flatten(1)).tanh());
    if (planted == "noise_in_the_code") {
      code = code + 0.1 * torch::randn_like(code);
    } else if (planted == "code_cut") {
      code = code.detach();
    } else if (planted == "code_of_the_batch_removed") {
      code = code - code.mean(0, true);
    }
    at::Tensor out = wide_out(decode(code).tanh());
    if (planted == "sigmoid_on_outputs") {
      out = out.sigmoid();
    } else if (planted == "relu_on_outputs") {
      out = out.relu();
    } else if (planted == "tanh_on_outputs") {
      out = out.tanh();
    } else if (planted == "input_added_to_outputs") {
      out = out + images.flatten(1);
    } else if (planted == "image_turned_back_wrongly") {
      return out.view({-1, 1, kGreyWidth, kGreyHeight}).transpose(2, 3);
    }
    return out.view({-1, 1, kGreyHeight, kGreyWidth});
  }

  std::string planted;
  torch::nn::Linear wide_in{nullptr};
  torch::nn::Linear encode{nullptr};
  torch::nn::Linear decode{nullptr};
  torch::nn::Linear wide_out{nullptr};
};

/// Dark and bright pixels by lot, brighter towards the bottom and the right.
at::Tensor grey_stored(std::uint64_t seed) {
  Numbers numbers(seed);
  at::Tensor stored = torch::empty({kGreyImages, kGreyHeight, kGreyWidth}, torch::kByte);
  for (std::int64_t image = 0; image < kGreyImages; ++image) {
    for (std::int64_t row = 0; row < kGreyHeight; ++row) {
      for (std::int64_t column = 0; column < kGreyWidth; ++column) {
        const double base = numbers.next() < 0.5 ? 5 : 205;
        stored[image][row][column] =
            static_cast<int>(base + 8 * numbers.next() + static_cast<double>(2 * row + 3 * column));
      }
    }
  }
  return stored;
}

class Autoencoder : public SubjectRecipe {
 public:
  Autoencoder(const train::RecipeSettings& settings, std::string_view what)
      : SubjectRecipe(settings, what), net_(std::make_shared<AutoencoderNet>(planted())) {
    owns(net_);
    torch::optim::RMSpropOptions options(kGreyRate);
    options.alpha(is("alpha_0.5") ? 0.5 : kGreyAlpha);
    if (is("momentum_added")) {
      options.momentum(0.9);
    } else if (is("centred")) {
      options.centered(true);
    }
    learns_by(std::make_unique<torch::optim::RMSprop>(net_->parameters(), options));
  }

  train::Batch batch(std::uint64_t index) override {
    const at::Tensor inputs = prepare(grey_stored(data_seed(index)));
    if (is("targets_are_mirrored")) {
      return {inputs, inputs.flip(3), {}};
    }
    if (is("targets_are_the_mean")) {
      return {inputs, inputs.mean(0, true).expand_as(inputs).contiguous(), {}};
    }
    return {inputs, inputs.clone(), {}};
  }

  at::Tensor prepare(const at::Tensor& stored) override {
    const at::Tensor images = stored.to(torch::kFloat);
    if (is("rows_viewed_as_columns")) {
      return images.view({-1, kGreyWidth, kGreyHeight}).transpose(1, 2).contiguous().unsqueeze(1) / 127.5 - 1;
    }
    const at::Tensor planes = images.unsqueeze(1);
    if (is("bytes_not_scaled")) {
      return planes;
    }
    if (is("scaled_to_one")) {
      return planes / 255;
    }
    if (is("scaled_by_batch")) {
      return (planes - planes.mean()) / planes.std();
    }
    if (is("mirrored")) {
      return planes.flip(3) / 127.5 - 1;
    }
    return is("inverted") ? 1 - planes / 127.5 : planes / 127.5 - 1;
  }

  train::Batch golden_batch(std::uint64_t index) override {
    const at::Tensor stored = grey_stored(data_seed(index));
    at::Tensor inputs = torch::empty({kGreyImages, 1, kGreyHeight, kGreyWidth});
    const auto from = stored.accessor<std::uint8_t, 3>();
    auto to = inputs.accessor<float, 4>();
    for (std::int64_t image = 0; image < kGreyImages; ++image) {
      for (std::int64_t row = 0; row < kGreyHeight; ++row) {
        for (std::int64_t column = 0; column < kGreyWidth; ++column) {
          to[image][0][row][column] = static_cast<float>((from[image][row][column] - 127.5) / 127.5);
        }
      }
    }
    return {inputs, inputs.clone(), {}};
  }

  at::Tensor outputs(const train::Batch& batch) override { return net_->forward(batch.inputs); }

  at::Tensor loss(const train::Batch& batch) override {
    namespace functional = torch::nn::functional;
    const at::Tensor outputs = net_->forward(batch.inputs);
    if (is("absolute_error")) {
      return functional::l1_loss(outputs, batch.targets);
    }
    if (is("summed_over_pixels")) {
      return functional::mse_loss(outputs, batch.targets) * static_cast<double>(kGreyPixels);
    }
    if (is("every_image_with_every_other")) {
      return (outputs.flatten(1).unsqueeze(1) - batch.targets.flatten(1)).square().mean();
    }
    if (is("border_left_out")) {
      return functional::mse_loss(outputs.slice(2, 1, kGreyHeight - 1), batch.targets.slice(2, 1, kGreyHeight - 1));
    }
    return functional::mse_loss(outputs, batch.targets);
  }

  at::Tensor reference_loss(const train::Batch& batch) override {
    return plain_squared_error(net_->forward(batch.inputs), batch.targets);
  }

  train::Declarations declarations() const override {
    train::Declarations declared;
    declared.stochastic = false;
    declared.loss = train::StandardLoss{train::StandardLoss::Kind::kSquaredError};
    declared.input_range = {-1.0, 1.0};
    declared.images = train::ImageLayout{"hw", {kGreyHeight, kGreyWidth}, "chw", true};
    declared.optimizer_options = {{"lr", kGreyRate}, {"alpha", kGreyAlpha}, {"eps", 1e-8},
                                  {"momentum", 0},   {"centered", 0},       {"weight_decay", 0}};
    return declared;
  }

 private:
  std::shared_ptr<AutoencoderNet> net_;
};

}  // namespace

std::unique_ptr<train::Recipe> make_autoencoder(const train::RecipeSettings& settings, std::string_view planted) {
  return std::make_unique<Autoencoder>(settings, planted);
}

}  // namespace assay::zoo
