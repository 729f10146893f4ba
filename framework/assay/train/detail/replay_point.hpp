#pragma once

#include <assay/train/detail/module_view.hpp>

#include <ATen/core/Tensor.h>

#include <vector>

namespace assay::train {
class Recipe;
}

namespace assay::train::detail {

/// A moment of a run to which a probe's traces can be put back: the state of LibTorch's CPU generator, values of all
/// buffers, mode of each module, gradients of all parameters. Values of parameters are not part of it.
class ReplayPoint {
 public:
  explicit ReplayPoint(Recipe& recipe);
  /// Any number of times.
  void restore() const;

 private:
  struct Buffer {
    at::Tensor tensor;
    at::Tensor value;
  };
  struct Gradient {
    at::Tensor parameter;
    at::Tensor gradient;
  };
  at::Tensor generator_;
  std::vector<Buffer> buffers_;
  std::vector<Gradient> gradients_;
  ModuleModes modes_;
};

}  // namespace assay::train::detail
