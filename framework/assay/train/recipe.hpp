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

  /// Class scores before softmax (or values, for targets that are no classes): [samples, classes], or
  /// [samples, positions, classes] for sequences; the higher the likelier. By default undefined: accuracy and
  /// predictions can then not be asked for, and checks that look at outputs have nothing to look at.
  virtual at::Tensor scores(const at::Tensor& inputs);

  /// The same of a batch, for a model that also takes `extra` (masks, lengths). By default `scores` of its inputs.
  virtual at::Tensor outputs(const Batch& batch);

  /// What `loss` is meant to be, computed another way on the same model: plainly, without what training adds. Checks
  /// then set the loss and the gradients of a step against it. By default undefined: then what
  /// `Declarations::loss` names is computed from `outputs`, and without that the step is compared with `loss` itself.
  virtual at::Tensor reference_loss(const Batch& batch);

  /// What `batch(index)` is meant to be, prepared another way (from a file, by the code that serves). By default its
  /// tensors are undefined and nothing is compared.
  virtual Batch golden_batch(std::uint64_t index);

  /// True where an element of `inputs` is padding: what stands there may not change the loss. By default undefined.
  virtual at::Tensor padding(const Batch& batch);

  /// Makes inputs of `scores` out of stored examples (scaling, layout, type); by default they are taken as they are.
  virtual at::Tensor prepare(const at::Tensor& stored);

  /// Further metrics of a training run, by name: validation loss and the like. Called in evaluation mode.
  virtual std::vector<std::pair<std::string, double>> evaluate();

  virtual Declarations declarations() const;
};

}  // namespace assay::train
