#include <assay/train/detail/fault_hooks.hpp>
#include <assay/train/detail/fault_parts.hpp>

#include <torch/types.h>

#include <array>

namespace assay::train::detail {
namespace {

constexpr double kLeakShare = 0.1;

std::optional<std::string> why_no_named_loss(Recipe& healthy) {
  const Batch batch = healthy.batch(0);
  if (!healthy.declarations().loss) {
    return "the recipe does not declare its loss";
  }
  if (!healthy.outputs(batch).defined()) {
    return "the recipe gives no scores";
  }
  return std::nullopt;
}

FaultHooks loss_times(double (*factor)(const Batch&)) {
  FaultHooks hooks;
  hooks.loss = [factor](Recipe& healthy, const Batch& batch) { return healthy.loss(batch) * factor(batch); };
  return hooks;
}

FaultHooks loss_negated(const RecipeSettings& /*settings*/) {
  return loss_times([](const Batch&) { return -1.0; });
}

FaultHooks loss_summed(const RecipeSettings& /*settings*/) {
  return loss_times([](const Batch& batch) { return static_cast<double>(batch.inputs.size(0)); });
}

FaultHooks loss_halved(const RecipeSettings& /*settings*/) {
  return loss_times([](const Batch&) { return 0.5; });
}

FaultHooks loss_clamped(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.loss = [most = std::optional<double>()](Recipe& healthy, const Batch& batch) mutable {
    constexpr double kShare = 0.8;
    const at::Tensor value = healthy.loss(batch);
    most = most.value_or(kShare * value.item<double>());
    return value.clamp_max(*most);
  };
  return hooks;
}

FaultHooks penalty_added(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.loss = [](Recipe& healthy, const Batch& batch) {
    constexpr double kWeight = 1e-3;
    at::Tensor value = healthy.loss(batch);
    for (const NamedTensor& each : named_parameters(healthy.model())) {
      value = value + each.tensor.square().sum() * kWeight;
    }
    return value;
  };
  return hooks;
}

FaultHooks softmax_doubled(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.why_not = [](Recipe& healthy) {
    auto reason = why_no_named_loss(healthy);
    if (!reason && healthy.declarations().loss->kind != StandardLoss::Kind::kCrossEntropy) {
      reason = "the loss is no cross-entropy";
    }
    return reason;
  };
  hooks.loss = [](Recipe& healthy, const Batch& batch) {
    return named_loss(*healthy.declarations().loss, healthy.outputs(batch).softmax(-1), batch.targets);
  };
  return hooks;
}

/// Outputs of every sample with a part of its neighbour's: as from a batch statistic, or a `view` for a `transpose`.
at::Tensor leaked(const at::Tensor& tensor) { return tensor + tensor.roll(1, 0) * kLeakShare; }

FaultHooks samples_leak(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.why_not = [](Recipe& healthy) -> std::optional<std::string> {
    if (healthy.batch(0).inputs.size(0) < 2) {
      return "a batch has one sample, which has no neighbour";
    }
    return healthy.batch(0).inputs.is_floating_point() ? std::nullopt : why_no_named_loss(healthy);
  };
  hooks.loss = [](Recipe& healthy, const Batch& batch) {
    if (batch.inputs.is_floating_point()) {
      return healthy.loss({leaked(batch.inputs), batch.targets, batch.extra});
    }
    return named_loss(*healthy.declarations().loss, leaked(healthy.outputs(batch)), batch.targets);
  };
  hooks.outputs = [](const Forward& healthy, const at::Tensor& inputs) {
    return inputs.is_floating_point() ? healthy(leaked(inputs)) : leaked(healthy(inputs));
  };
  return hooks;
}

FaultHooks future_leaks(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.why_not = [](Recipe& healthy) -> std::optional<std::string> {
    if (!healthy.declarations().causal) {
      return "the recipe does not declare that its outputs depend on the past alone";
    }
    return std::nullopt;
  };
  // Output t is made of the inputs up to t + 1.
  hooks.loss = [](Recipe& healthy, const Batch& batch) {
    return healthy.loss({batch.inputs.roll(-1, 1), batch.targets, batch.extra});
  };
  hooks.outputs = [](const Forward& healthy, const at::Tensor& inputs) { return healthy(inputs.roll(-1, 1)); };
  return hooks;
}

constexpr std::array kLossFaults = {
    PlannedFault{{"loss_negated", "the loss is its own negative, in the log too", "TheDeepChecker, flipped sign"},
                 &loss_negated},
    PlannedFault{{"loss_summed", "the loss is a sum over the samples, not their mean", "Stack Overflow 43611745"},
                 &loss_summed},
    PlannedFault{{"loss_halved", "the loss is half of what it is meant to be", "review"}, &loss_halved},
    PlannedFault{{"loss_clamped", "the loss is clamped at 0.8 of the first one, where it has no gradient",
                  "Karpathy, recipe for training neural networks"},
                 &loss_clamped},
    PlannedFault{{"penalty_added", "a penalty on the squares of all parameters is added to the loss", "review"},
                 &penalty_added},
    PlannedFault{
        {"softmax_doubled", "softmax is applied before a cross-entropy that applies it again", "ariecattan/SciCo#2"},
        &softmax_doubled},
    PlannedFault{{"samples_leak", "a tenth of each sample's neighbour is mixed into it",
                  "Karpathy, recipe for training neural networks"},
                 &samples_leak},
    PlannedFault{{"future_leaks", "each output is made of the next input too", "transformers#48745"}, &future_leaks},
};

}  // namespace

std::span<const PlannedFault> loss_faults() noexcept { return kLossFaults; }

}  // namespace assay::train::detail
