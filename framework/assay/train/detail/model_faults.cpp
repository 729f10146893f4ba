#include <assay/train/detail/fault_hooks.hpp>
#include <assay/train/detail/fault_parts.hpp>

#include <c10/core/GradMode.h>
#include <torch/types.h>

#include <array>
#include <vector>

namespace assay::train::detail {
namespace {

std::optional<std::string> why_no_body(Recipe& healthy) {
  if (body(healthy).empty()) {
    return "only one layer has parameters";
  }
  return std::nullopt;
}

FaultHooks frozen(std::vector<NamedTensor> (*chosen)(Recipe&)) {
  FaultHooks hooks;
  hooks.why_not = why_no_body;
  hooks.built = [chosen](Recipe& healthy) {
    for (const NamedTensor& each : chosen(healthy)) {
      each.tensor.requires_grad_(false);
    }
  };
  return hooks;
}

FaultHooks first_layer_frozen(const RecipeSettings& /*settings*/) { return frozen(first_layer); }

FaultHooks body_frozen(const RecipeSettings& /*settings*/) { return frozen(body); }

FaultHooks body_detached(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.why_not = why_no_body;
  // A graph made while they ask for no gradient ends where a `detach` behind them would end it.
  hooks.loss = [](Recipe& healthy, const Batch& batch) {
    std::vector<at::Tensor> asleep;
    for (const NamedTensor& each : body(healthy)) {
      if (each.tensor.requires_grad()) {
        asleep.push_back(each.tensor.requires_grad_(false));
      }
    }
    at::Tensor value = healthy.loss(batch);
    for (const at::Tensor& each : asleep) {
      each.requires_grad_(true);
    }
    return value;
  };
  return hooks;
}

FaultHooks starts_with(void (*change)(const at::Tensor&)) {
  FaultHooks hooks;
  hooks.built = [change](Recipe& healthy) {
    const c10::NoGradGuard guard;
    for (const NamedTensor& each : named_parameters(healthy.model())) {
      if (each.tensor.dim() > 1) {
        change(each.tensor);
      }
    }
  };
  hooks.why_not = [](Recipe& healthy) -> std::optional<std::string> {
    for (const NamedTensor& each : named_parameters(healthy.model())) {
      if (each.tensor.dim() > 1) {
        return std::nullopt;
      }
    }
    return "the model has no weights of two dimensions or more";
  };
  return hooks;
}

FaultHooks weights_start_constant(const RecipeSettings& /*settings*/) {
  return starts_with([](const at::Tensor& weights) { weights.fill_(0.01); });
}

FaultHooks weights_start_zero(const RecipeSettings& /*settings*/) {
  return starts_with([](const at::Tensor& weights) { weights.zero_(); });
}

FaultHooks weights_start_large(const RecipeSettings& /*settings*/) {
  return starts_with([](const at::Tensor& weights) { weights.mul_(20); });
}

FaultHooks weights_rounded(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.after_step = [](Recipe& healthy) {
    const c10::NoGradGuard guard;
    for (const NamedTensor& each : named_parameters(healthy.model())) {
      each.tensor.copy_(each.tensor.to(torch::kBFloat16));
    }
  };
  return hooks;
}

FaultHooks weights_put_back(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.after_step = [steps = 0, kept = std::vector<at::Tensor>()](Recipe& healthy) mutable {
    constexpr int kEvery = 10;
    const c10::NoGradGuard guard;
    const std::vector<NamedTensor> parameters = named_parameters(healthy.model());
    ++steps;
    if (steps % kEvery == 0 && kept.size() == parameters.size()) {
      for (std::size_t i = 0; i < kept.size(); ++i) {
        parameters[i].tensor.copy_(kept[i]);
      }
    }
    if (steps == 1) {
      for (const NamedTensor& each : parameters) {
        kept.push_back(each.tensor.clone());
      }
    }
  };
  return hooks;
}

constexpr std::array kModelFaults = {
    PlannedFault{{"first_layer_frozen", "the first layer asks for no gradients", "PyTorch forum 84911"},
                 &first_layer_frozen},
    PlannedFault{{"body_frozen", "all layers but the last ask for no gradients", "open-mmlab/mmpretrain#702"},
                 &body_frozen},
    PlannedFault{{"body_detached", "the graph is cut before the last layer", "rballester/tntorch#3"}, &body_detached},
    PlannedFault{{"weights_start_zero", "all weights start at 0", "Stack Overflow 55006469"}, &weights_start_zero},
    PlannedFault{{"weights_start_constant", "all weights start at 0.01", "fairseq#4076"}, &weights_start_constant},
    PlannedFault{{"weights_start_large", "all weights start 20 times too large", "TheDeepChecker, wrong start"},
                 &weights_start_large},
    PlannedFault{{"weights_rounded", "parameters are kept in bfloat16", "pytorch/ao#1124"}, &weights_rounded},
    PlannedFault{{"weights_put_back", "every tenth step ends with the parameters of the first", "review"},
                 &weights_put_back},
};

}  // namespace

std::span<const PlannedFault> model_faults() noexcept { return kModelFaults; }

}  // namespace assay::train::detail
