#include <assay/base/seed.hpp>
#include <assay/train/detail/fault_hooks.hpp>
#include <assay/train/detail/fault_parts.hpp>

#include <ATen/CPUGeneratorImpl.h>
#include <c10/core/GradMode.h>
#include <torch/optim/optimizer.h>
#include <torch/types.h>

#include <array>
#include <cmath>
#include <memory>
#include <vector>

namespace assay::train::detail {
namespace {

constexpr double kTinyNorm = 1e-3;
constexpr double kNoiseShare = 0.3;

FaultHooks no_zero_grad(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.clear = [](Recipe&) {};
  return hooks;
}

FaultHooks no_optimizer_step(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.update = [](Recipe&) {};
  return hooks;
}

FaultHooks optimizer_steps_twice(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.update = [](Recipe& faulty) {
    faulty.optimizer().step();
    faulty.optimizer().step();
  };
  return hooks;
}

FaultHooks sign_flipped(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.learns = [](Recipe& faulty, const Batch& batch) {
    at::Tensor value = faulty.loss(batch);
    (-value).backward();
    return value;
  };
  return hooks;
}

/// Both halves of a batch, one after the other; `between` comes before each backward pass.
FaultHooks in_two_halves(void (*between)(Recipe&)) {
  FaultHooks hooks;
  hooks.why_not = [](Recipe& healthy) -> std::optional<std::string> {
    if (healthy.batch(0).inputs.size(0) < 2) {
      return "a batch has one sample, which cannot be split";
    }
    return std::nullopt;
  };
  hooks.learns = [between](Recipe& faulty, const Batch& batch) {
    const std::int64_t rows = batch.inputs.size(0);
    at::Tensor total;
    for (const auto& half : {torch::arange(0, rows / 2), torch::arange(rows / 2, rows)}) {
      const at::Tensor value = faulty.loss(rows_of(batch, half));
      between(faulty);
      value.backward();
      total = total.defined() ? total + value.detach() : value.detach();
    }
    return total / 2;
  };
  return hooks;
}

FaultHooks accumulation_unscaled(const RecipeSettings& /*settings*/) {
  return in_two_halves([](Recipe&) {});
}

FaultHooks accumulation_cleared(const RecipeSettings& /*settings*/) {
  return in_two_halves([](Recipe& faulty) { faulty.optimizer().zero_grad(); });
}

FaultHooks gradients_clipped(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.gradients = [](Recipe& faulty) {
    const c10::NoGradGuard guard;
    double squares = 0;
    for (const at::Tensor& each : with_gradients(faulty)) {
      squares += each.grad().square().sum().item<double>();
    }
    const double norm = std::sqrt(squares);
    for (const at::Tensor& each : with_gradients(faulty)) {
      each.grad().mul_(norm > kTinyNorm ? kTinyNorm / norm : 1.0);
    }
  };
  return hooks;
}

FaultHooks gradient_noise(const RecipeSettings& settings) {
  FaultHooks hooks;
  hooks.gradients = [state = base::derive_seed(settings.seed, "gradient noise")](Recipe& faulty) mutable {
    const c10::NoGradGuard guard;
    for (const at::Tensor& each : with_gradients(faulty)) {
      state = base::derive_seed(state, "next");
      at::Generator generator = at::make_generator<at::CPUGeneratorImpl>(state);
      const at::Tensor noise = torch::randn(each.grad().sizes(), generator, each.grad().options().device(torch::kCPU));
      each.grad().add_(noise.to(each.device()) * each.grad().square().mean().sqrt() * kNoiseShare);
    }
  };
  return hooks;
}

FaultHooks gradients_stale(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.gradients = [before = std::vector<at::Tensor>()](Recipe& faulty) mutable {
    const c10::NoGradGuard guard;
    const std::vector<at::Tensor> tensors = with_gradients(faulty);
    std::vector<at::Tensor> now;
    for (const at::Tensor& each : tensors) {
      now.push_back(each.grad().clone());
    }
    for (std::size_t i = 0; i < tensors.size() && before.size() == now.size(); ++i) {
      tensors[i].grad().copy_(before[i]);
    }
    before = std::move(now);
  };
  return hooks;
}

FaultHooks first_gradients_zeroed(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.why_not = [](Recipe& healthy) -> std::optional<std::string> {
    if (layers_with_parameters(healthy).size() < 2) {
      return "only one layer has parameters";
    }
    return std::nullopt;
  };
  hooks.gradients = [](Recipe& faulty) {
    for (const NamedTensor& each : first_layer(faulty)) {
      if (each.tensor.grad().defined()) {
        each.tensor.grad().zero_();
      }
    }
  };
  return hooks;
}

FaultHooks loss_reported_by_sample(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.learns = [](Recipe& faulty, const Batch& batch) {
    const at::Tensor value = faulty.loss(batch);
    value.backward();
    return value / batch.inputs.size(0);
  };
  hooks.why_not = [](Recipe& healthy) -> std::optional<std::string> {
    if (healthy.batch(0).inputs.size(0) < 2) {
      return "a batch has one sample, by which nothing changes";
    }
    return std::nullopt;
  };
  return hooks;
}

FaultHooks loss_reported_late(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.report = [smooth = at::Tensor()](Recipe&, const at::Tensor& loss) mutable {
    constexpr double kKept = 0.9;
    smooth = smooth.defined() ? smooth * kKept + loss.detach() * (1 - kKept) : loss.detach();
    return smooth;
  };
  return hooks;
}

FaultHooks loss_becomes_nan(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.learns = [first = std::optional<double>()](Recipe& faulty, const Batch& batch) mutable {
    constexpr double kSmall = 0.02;  // of the first loss
    at::Tensor value = faulty.loss(batch);
    const auto seen = value.item<double>();
    first = first.value_or(seen);
    if (seen < kSmall * *first) {
      value = value * std::nan("");
    }
    value.backward();
    return value;
  };
  return hooks;
}

constexpr std::array kLoopFaults = {
    PlannedFault{{"no_zero_grad", "gradients are never cleared, each step adds to those of all before it",
                  "Stack Overflow 60335387"},
                 &no_zero_grad},
    PlannedFault{{"no_optimizer_step", "the optimizer never steps", "TrainCheck, an optimizer that a wrapper skips"},
                 &no_optimizer_step},
    PlannedFault{{"optimizer_steps_twice", "the optimizer steps twice on the same gradients", "review"},
                 &optimizer_steps_twice},
    PlannedFault{{"sign_flipped", "the gradients are those of the negative loss", "TheDeepChecker, flipped sign"},
                 &sign_flipped},
    PlannedFault{{"accumulation_unscaled", "gradients of two halves of the batch are added, not averaged",
                  "OpenNMT-py#2209, transformers#37766"},
                 &accumulation_unscaled},
    PlannedFault{{"accumulation_cleared", "gradients are cleared between the halves of a batch: the last one counts",
                  "accelerate#641"},
                 &accumulation_cleared},
    PlannedFault{
        {"gradients_clipped", "all gradients together are clipped to a norm of 0.001", "Lightning#9599, pytorch#40907"},
        &gradients_clipped},
    PlannedFault{{"gradient_noise", "noise of 0.3 of its size is added to each gradient", "review"}, &gradient_noise},
    PlannedFault{{"gradients_stale", "each step uses the gradients of the step before", "review"}, &gradients_stale},
    PlannedFault{{"first_gradients_zeroed", "the gradients of the first layer are set to zero before the update",
                  "rballester/tntorch#3"},
                 &first_gradients_zeroed},
    PlannedFault{{"loss_reported_by_sample", "the loss that is reported is divided by the number of samples once more",
                  "review"},
                 &loss_reported_by_sample},
    PlannedFault{{"loss_reported_late", "the loss that is reported is a running mean", "review"}, &loss_reported_late},
    PlannedFault{{"loss_becomes_nan", "the loss is NaN once it is below 2 % of the first", "pytorch#68425"},
                 &loss_becomes_nan},
};

}  // namespace

std::span<const PlannedFault> loop_faults() noexcept { return kLoopFaults; }

}  // namespace assay::train::detail
