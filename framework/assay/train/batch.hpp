#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace assay::train {

/// What one step learns from. The first dimension of every tensor counts the samples.
struct Batch {
  at::Tensor inputs;              ///< as the model takes them, already prepared
  at::Tensor targets;             ///< class numbers as integers, or values as floats; may be undefined
  std::vector<at::Tensor> extra;  ///< masks, lengths, weights; first dimension as of `inputs`
};

}  // namespace assay::train
