#pragma once

#include <ATen/core/Tensor.h>

#include <string>

namespace assay::train {

/// What one step did to the gradient of one parameter.
struct ObservedGradient {
  std::string name;      ///< of the parameter
  bool arrived = false;  ///< a backward pass reached the parameter
  bool finite = true;    ///< no NaN, no infinity; true when nothing arrived or this step was not looked at
  bool zero = true;      ///< all elements are zero; false in a step that was not looked at
  at::Tensor used;       ///< as the optimizer found it; undefined unless a check asked for this step's gradients
};

}  // namespace assay::train
