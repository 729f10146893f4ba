#include <assay/train/detail/fault_hooks.hpp>
#include <assay/train/detail/fault_parts.hpp>
#include <assay/train/detail/random_state.hpp>

#include <c10/core/GradMode.h>
#include <torch/nn/modules/dropout.h>
#include <torch/optim/optimizer.h>

#include <array>
#include <memory>
#include <vector>

namespace assay::train::detail {
namespace {

/// Whether the loss of one batch is another in evaluation mode, with the same random numbers.
bool modes_differ(Recipe& healthy) {
  const c10::NoGradGuard guard;
  const Batch batch = healthy.batch(0);
  const at::Tensor generator = random_state();
  healthy.model().train();
  const auto training = healthy.loss(batch).item<double>();
  set_random_state(generator);
  healthy.model().eval();
  const auto evaluation = healthy.loss(batch).item<double>();
  healthy.model().train();
  return training != evaluation;
}

std::optional<std::string> why_modes_agree(Recipe& healthy) {
  if (!modes_differ(healthy)) {
    return "the model does the same in training and evaluation mode";
  }
  return std::nullopt;
}

FaultHooks evaluation_mode_left_on(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.why_not = why_modes_agree;
  // As after the first validation: from the second step on.
  hooks.after_step = [](Recipe& healthy) { healthy.model().eval(); };
  return hooks;
}

FaultHooks training_mode_never_left(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.why_not = [](Recipe& healthy) -> std::optional<std::string> {
    if (auto reason = why_modes_agree(healthy)) {
      return reason;
    }
    if (!healthy.outputs(healthy.batch(0)).defined()) {
      return "the recipe gives no scores";
    }
    return std::nullopt;
  };
  auto kept = std::make_shared<std::vector<torch::nn::Module*>>();
  hooks.built = [kept](Recipe& healthy) { kept->push_back(&healthy.model()); };
  hooks.outputs = [kept](const Forward& healthy, const at::Tensor& inputs) {
    const ModuleModes before(*kept->front());
    kept->front()->train();
    at::Tensor made = healthy(inputs);
    before.restore();
    return made;
  };
  return hooks;
}

/// The layers that drop: of LibTorch's own, wherever they are registered.
std::vector<std::shared_ptr<torch::nn::Module>> dropouts(torch::nn::Module& model) {
  std::vector<std::shared_ptr<torch::nn::Module>> found;
  for (const auto& child : model.modules(/*include_self=*/false)) {
    if (child->as<torch::nn::DropoutImpl>() != nullptr || child->as<torch::nn::Dropout2dImpl>() != nullptr ||
        child->as<torch::nn::Dropout3dImpl>() != nullptr || child->as<torch::nn::AlphaDropoutImpl>() != nullptr) {
      found.push_back(child);
    }
  }
  return found;
}

/// Dropout is in training mode whenever the healthy recipe is asked for anything.
class DropoutAwake {
 public:
  explicit DropoutAwake(torch::nn::Module& model) : before_(model) {
    for (const auto& each : dropouts(model)) {
      each->train();
    }
  }
  ~DropoutAwake() { before_.restore(); }
  DropoutAwake(const DropoutAwake&) = delete;
  DropoutAwake& operator=(const DropoutAwake&) = delete;

 private:
  ModuleModes before_;
};

FaultHooks dropout_never_off(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.why_not = [](Recipe& healthy) -> std::optional<std::string> {
    if (dropouts(healthy.model()).empty()) {
      return "the model has no dropout layer";
    }
    return why_modes_agree(healthy);
  };
  auto kept = std::make_shared<std::vector<torch::nn::Module*>>();
  hooks.built = [kept](Recipe& healthy) { kept->push_back(&healthy.model()); };
  hooks.loss = [](Recipe& healthy, const Batch& batch) {
    const DropoutAwake awake(healthy.model());
    return healthy.loss(batch);
  };
  hooks.outputs = [kept](const Forward& healthy, const at::Tensor& inputs) {
    const DropoutAwake awake(*kept->front());
    return healthy(inputs);
  };
  return hooks;
}

FaultHooks dropout_always_off(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.why_not = [](Recipe& healthy) -> std::optional<std::string> {
    if (dropouts(healthy.model()).empty()) {
      return "the model has no dropout layer";
    }
    return why_modes_agree(healthy);
  };
  hooks.built = [](Recipe& healthy) {
    for (const auto& each : dropouts(healthy.model())) {
      if (auto* plain = each->as<torch::nn::DropoutImpl>()) {
        plain->options.p(0);
      } else if (auto* planes = each->as<torch::nn::Dropout2dImpl>()) {
        planes->options.p(0);
      } else if (auto* volumes = each->as<torch::nn::Dropout3dImpl>()) {
        volumes->options.p(0);
      } else if (auto* alpha = each->as<torch::nn::AlphaDropoutImpl>()) {
        alpha->options.p(0);
      }
    }
  };
  return hooks;
}

FaultHooks buffers_frozen(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.why_not = [](Recipe& healthy) -> std::optional<std::string> {
    std::vector<at::Tensor> before;
    for (const NamedTensor& each : named_buffers(healthy.model())) {
      before.push_back(each.tensor.clone());
    }
    healthy.step(healthy.batch(0));
    std::vector<at::Tensor> after;
    for (const NamedTensor& each : named_buffers(healthy.model())) {
      after.push_back(each.tensor);
    }
    if (same_state(before, after)) {
      return "no buffer of the model changes in a step (there is no batch norm)";
    }
    return std::nullopt;
  };
  auto kept = std::make_shared<std::vector<at::Tensor>>();
  hooks.before_step = [kept](Recipe& healthy) {
    kept->clear();
    for (const NamedTensor& each : named_buffers(healthy.model())) {
      kept->push_back(each.tensor.clone());
    }
  };
  hooks.after_step = [kept](Recipe& healthy) {
    const c10::NoGradGuard guard;
    const std::vector<NamedTensor> buffers = named_buffers(healthy.model());
    for (std::size_t i = 0; i < kept->size() && i < buffers.size(); ++i) {
      buffers[i].tensor.copy_((*kept)[i]);
    }
  };
  return hooks;
}

constexpr std::array kModeFaults = {
    PlannedFault{{"evaluation_mode_left_on", "the model stays in evaluation mode after its first step",
                  "ermongroup/ncsn#2, fartashf/vsepp#4"},
                 &evaluation_mode_left_on},
    PlannedFault{{"training_mode_never_left", "scores are made in training mode", "transformers#33844"},
                 &training_mode_never_left},
    PlannedFault{{"dropout_never_off", "dropout is active in evaluation too", "transformers#33844"},
                 &dropout_never_off},
    PlannedFault{{"dropout_always_off", "dropout is never active", "DeepCrime, dropout rate"}, &dropout_always_off},
    PlannedFault{{"buffers_frozen", "running statistics never move", "Cadene/pretrained-models.pytorch#5"},
                 &buffers_frozen},
};

}  // namespace

std::span<const PlannedFault> mode_faults() noexcept { return kModeFaults; }

}  // namespace assay::train::detail
