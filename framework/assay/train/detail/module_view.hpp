#pragma once

#include <ATen/core/Tensor.h>

#include <string>
#include <utility>
#include <vector>

namespace torch::nn {
class Module;
}

namespace assay::train::detail {

/// A parameter or buffer as its module calls it.
struct NamedTensor {
  std::string name;
  at::Tensor tensor;
};

/// All registered parameters of a module and its children that are defined, in the order of registration. One that is
/// registered under two names comes twice.
[[nodiscard]] std::vector<NamedTensor> named_parameters(const torch::nn::Module& module);
[[nodiscard]] std::vector<NamedTensor> named_buffers(const torch::nn::Module& module);

/// Remembers the mode (training or evaluation) of a module and each of its children, and sets them back to it.
class ModuleModes {
 public:
  explicit ModuleModes(torch::nn::Module& module);
  void restore() const;

 private:
  std::vector<std::pair<torch::nn::Module*, bool>> modes_;
};

/// Evaluation mode for the life of this object.
class EvaluationMode {
 public:
  explicit EvaluationMode(torch::nn::Module& module);
  ~EvaluationMode();
  EvaluationMode(const EvaluationMode&) = delete;
  EvaluationMode& operator=(const EvaluationMode&) = delete;

 private:
  ModuleModes before_;
};

/// `[128, 784] float32`.
[[nodiscard]] std::string shape_text(const at::Tensor& tensor);

}  // namespace assay::train::detail
