#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/tensor_bytes.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/nn/module.h>

#include <cstddef>

namespace assay::train::detail {
namespace {

std::vector<NamedTensor> defined_ones(const torch::OrderedDict<std::string, at::Tensor>& all) {
  std::vector<NamedTensor> tensors;
  for (const auto& item : all) {
    if (item.value().defined()) {
      tensors.push_back({item.key(), item.value()});
    }
  }
  return tensors;
}

}  // namespace

std::vector<NamedTensor> named_parameters(const torch::nn::Module& module) {
  return defined_ones(module.named_parameters());
}

std::vector<NamedTensor> named_buffers(const torch::nn::Module& module) { return defined_ones(module.named_buffers()); }

ModuleModes::ModuleModes(torch::nn::Module& module) : modes_{{&module, module.is_training()}} {
  // Without itself: asking for that needs the module to be held by a shared pointer.
  for (const auto& child : module.modules(/*include_self=*/false)) {
    modes_.emplace_back(child.get(), child->is_training());
  }
}

void ModuleModes::restore() const {
  // `train` reaches all children, so parents come first and each child corrects what they did.
  for (const auto& [module, training] : modes_) {
    if (module->is_training() != training) {
      module->train(training);
    }
  }
}

EvaluationMode::EvaluationMode(torch::nn::Module& module) : before_(module) { module.eval(); }

EvaluationMode::~EvaluationMode() { before_.restore(); }

std::string shape_text(const at::Tensor& tensor) {
  const auto sizes = tensor.sizes();
  return fmt::format("[{}] {}", fmt::join(sizes.begin(), sizes.end(), ", "), element_name(tensor));
}

}  // namespace assay::train::detail
