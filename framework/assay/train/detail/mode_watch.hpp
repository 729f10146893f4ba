#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace torch::nn {
class Module;
}

namespace assay::train::detail {

/// Notes which modules are in evaluation mode at a moment of a step.
class ModeWatch {
 public:
  /// The model must outlive this; its children are held.
  explicit ModeWatch(torch::nn::Module& model);

  void forget() { evaluating_.clear(); }
  void note();
  /// Names as the model calls them, "" for the model itself; valid until the next call.
  [[nodiscard]] std::span<const std::string> evaluating() const noexcept { return evaluating_; }

 private:
  torch::nn::Module* model_;
  std::vector<std::pair<std::string, std::shared_ptr<torch::nn::Module>>> children_;
  std::vector<std::string> evaluating_;
};

}  // namespace assay::train::detail
