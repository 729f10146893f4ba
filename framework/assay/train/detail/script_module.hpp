#pragma once

#include <assay/train/detail/module_view.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::train::detail {

/// A TorchScript module as a torch::nn::Module: its parts are children of their names, its parameters and buffers are
/// the very tensors of the file's module, and its modes are that one's modes.
class ScriptModel {
 public:
  /// Loads onto the CPU, ready to train. @throws UserError naming the file.
  explicit ScriptModel(const std::filesystem::path& file);
  ~ScriptModel();
  ScriptModel(const ScriptModel&) = delete;
  ScriptModel& operator=(const ScriptModel&) = delete;

  [[nodiscard]] torch::nn::Module& module() noexcept;
  /// @throws UserError when the model returns anything but one tensor.
  [[nodiscard]] at::Tensor forward(const at::Tensor& inputs);

  /// What an optimizer may update, each tensor once.
  [[nodiscard]] std::vector<at::Tensor> trainable() const;
  /// Names of parameters that were saved without `requires_grad`.
  [[nodiscard]] std::vector<std::string> frozen() const;
  /// Pairs of names that are one tensor.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> tied() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::train::detail
