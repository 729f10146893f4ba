#pragma once

#include <assay/train/recipe.hpp>
#include <assay/train/recipe_registry.hpp>

#include <fashion_mnist/sample_order.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::suites {

class LenetModel;
struct LabelledImages;

/// What the variants of the recipe differ in.
struct LenetOptions {
  bool batch_norm = false;  ///< behind each convolution, which then has no bias
  double dropout = 0;  ///< share of what the first linear layer gives that is dropped in training; 0: no such layer
  std::int64_t first_channels = 8;
  std::int64_t second_channels = 16;
  std::int64_t first_width = 120;  ///< of the linear layers
  std::int64_t second_width = 84;
  std::uint64_t batch_size = 60;  ///< where the settings do not say; 1,000 batches are then one epoch
  double rate = 0.002;            ///< of Adam
};

/// LeNet on Fashion-MNIST (`images.hpp`), on the CPU: two convolutions of 5 x 5, each with ReLU and pooling, and three
/// linear layers; Adam on the cross-entropy. A training run is one epoch. The images are read when the first batch, an
/// evaluation or the declarations are asked for, so that a trained model answers where there are none.
///
/// A variant in code derives from it and overrides what it does otherwise; `optimizer` too may be one of its own over
/// the parameters of `model`, since a step asks for it by that function.
class Lenet : public train::Recipe {
 public:
  /// @throws base::UserError for another device than the CPU.
  Lenet(const LenetOptions& options, const train::RecipeSettings& settings);
  ~Lenet() override;

  torch::nn::Module& model() override;
  torch::optim::Optimizer& optimizer() override;

  /// As SampleOrder says, of the training images. @throws base::UserError when there are none, or fewer than a batch.
  train::Batch batch(std::uint64_t index) override;
  at::Tensor loss(const train::Batch& batch) override;
  at::Tensor scores(const at::Tensor& inputs) override;

  /// Grey values, uint8 [n, 28, 28], to float [n, 1, 28, 28] with mean 0 and deviation 1 over the training images.
  /// @throws base::UserError for another type or shape.
  at::Tensor prepare(const at::Tensor& stored) override;

  /// `validation_loss` and `validation_accuracy` over all test images, by `scores`.
  std::vector<std::pair<std::string, double>> evaluate() override;

  train::Declarations declarations() const override;

 protected:
  [[nodiscard]] const LenetOptions& options() const noexcept { return options_; }
  [[nodiscard]] const train::RecipeSettings& settings() const noexcept { return settings_; }

  /// Images of a split as a batch, prepared.
  [[nodiscard]] train::Batch batch_of(const LabelledImages& images, const std::vector<std::uint32_t>& samples);

 private:
  LenetOptions options_;
  train::RecipeSettings settings_;
  std::shared_ptr<LenetModel> model_;
  std::unique_ptr<torch::optim::Optimizer> optimizer_;
  std::optional<SampleOrder> order_;
};

/// Makes recipes with these options.
[[nodiscard]] train::RecipeFactory lenet(LenetOptions options);

}  // namespace assay::suites
