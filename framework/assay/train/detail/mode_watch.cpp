#include <assay/train/detail/mode_watch.hpp>

#include <torch/nn/module.h>

namespace assay::train::detail {

ModeWatch::ModeWatch(torch::nn::Module& model) : model_(&model) {
  for (const auto& child : model.named_modules(/*name_prefix=*/{}, /*include_self=*/false)) {
    children_.emplace_back(child.key(), child.value());
  }
}

void ModeWatch::note() {
  evaluating_.clear();
  if (!model_->is_training()) {
    evaluating_.emplace_back();
  }
  for (const auto& [name, child] : children_) {
    if (!child->is_training()) {
      evaluating_.push_back(name);
    }
  }
}

}  // namespace assay::train::detail
