#pragma once

#include <assay/train/batch.hpp>
#include <assay/train/declarations.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace torch::nn {
class Module;
}
namespace torch::optim {
class Optimizer;
}

namespace assay::train {

/// How one training run is built and stepped: what a user implements and registers (`recipe_registry.hpp`). Everything
/// a recipe does follows from the settings it was built with. LibTorch's default generator is seeded with that seed
/// just before the recipe is built, so initial weights need no care; draws of one's own are made from the seed too.
class Recipe {
 public:
  Recipe() = default;
  virtual ~Recipe();
  Recipe(const Recipe&) = delete;
  Recipe& operator=(const Recipe&) = delete;

  /// The model and what updates it; the same objects at every call.
  virtual torch::nn::Module& model() = 0;
  virtual torch::optim::Optimizer& optimizer() = 0;

  /// Batch number `index` of a run. The same index yields the same samples, whatever was asked before.
  virtual Batch batch(std::uint64_t index) = 0;

  /// Forward pass and loss of a batch: a tensor of one element with its graph. Called in the mode the model is in.
  virtual at::Tensor loss(const Batch& batch) = 0;

  /// One whole step of training, and the loss it saw. By default: clear gradients, `loss`, backward,
  /// `transform_gradients`, optimizer step. A training loop of one's own is put here, so that it is what is tested.
  virtual at::Tensor step(const Batch& batch);

  /// What is done to the gradients between backward and the optimizer (clipping); by default nothing. A recipe with a
  /// `step` of its own still says it here: checks compare the gradients of a step with those of `loss` after this.
  virtual void transform_gradients();

  /// Class scores before softmax, [samples, classes], the higher the likelier; called in evaluation mode without
  /// gradients. By default undefined: accuracy and predictions can then not be asked for.
  virtual at::Tensor scores(const at::Tensor& inputs);

  /// Makes inputs of `scores` out of stored examples (scaling, layout, type); by default they are taken as they are.
  virtual at::Tensor prepare(const at::Tensor& stored);

  /// Further metrics of a training run, by name: validation loss and the like. Called in evaluation mode.
  virtual std::vector<std::pair<std::string, double>> evaluate();

  virtual Declarations declarations() const;
};

}  // namespace assay::train
