#include <assay/base/seed.hpp>
#include <assay/train/detail/fault_hooks.hpp>
#include <assay/train/detail/fault_parts.hpp>

#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/optimizer.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <vector>

namespace assay::train::detail {
namespace {

void multiply_rate(torch::optim::Optimizer& optimizer, double factor) {
  for (auto& group : optimizer.param_groups()) {
    group.options().set_lr(group.options().get_lr() * factor);
  }
}

template <int kNumerator, int kDenominator>
FaultHooks rate_times(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.built = [](Recipe& healthy) {
    multiply_rate(healthy.optimizer(), static_cast<double>(kNumerator) / kDenominator);
  };
  return hooks;
}

FaultHooks rate_decays_each_step(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.after_step = [](Recipe& healthy) {
    constexpr double kKept = 0.8;
    multiply_rate(healthy.optimizer(), kKept);
  };
  return hooks;
}

FaultHooks rate_grows_late(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.report = [first = std::optional<double>(), late = false](Recipe& faulty, const at::Tensor& loss) mutable {
    constexpr double kSmall = 0.02;  // of the first loss
    constexpr double kGrowth = 2;
    const auto seen = loss.item<double>();
    first = first.value_or(seen);
    late = late || seen < kSmall * *first;
    if (late) {
      multiply_rate(faulty.optimizer(), kGrowth);
    }
    return loss;
  };
  return hooks;
}

/// Sets the weight decay of a group; false for an optimizer that is not known here.
bool set_decay(torch::optim::OptimizerOptions& options, double decay) {
  const auto set = [decay](auto* known) {
    if (known != nullptr) {
      known->weight_decay(decay);
    }
    return known != nullptr;
  };
  return set(dynamic_cast<torch::optim::AdamOptions*>(&options)) ||
         set(dynamic_cast<torch::optim::AdamWOptions*>(&options)) ||
         set(dynamic_cast<torch::optim::SGDOptions*>(&options)) ||
         set(dynamic_cast<torch::optim::RMSpropOptions*>(&options)) ||
         set(dynamic_cast<torch::optim::AdagradOptions*>(&options));
}

FaultHooks weight_decay_one(const RecipeSettings& /*settings*/) {
  const auto decay_all = [](Recipe& healthy) {
    bool known = true;
    for (auto& group : healthy.optimizer().param_groups()) {
      known = set_decay(group.options(), 1.0) && known;
    }
    return known;
  };
  FaultHooks hooks;
  hooks.why_not = [decay_all](Recipe& healthy) -> std::optional<std::string> {
    if (!decay_all(healthy)) {
      return "the optimizer is none that Assay knows to have weight decay";
    }
    return std::nullopt;
  };
  hooks.built = [decay_all](Recipe& healthy) { decay_all(healthy); };
  return hooks;
}

using Choice = std::function<std::vector<NamedTensor>(Recipe&)>;

/// Takes tensors out of every group; the number of those that were in one.
std::size_t take_out(torch::optim::Optimizer& optimizer, const std::vector<NamedTensor>& tensors) {
  std::set<const c10::TensorImpl*> gone;
  for (const NamedTensor& each : tensors) {
    gone.insert(each.tensor.unsafeGetTensorImpl());
  }
  std::size_t taken = 0;
  for (auto& group : optimizer.param_groups()) {
    taken += std::erase_if(group.params(),
                           [&](const at::Tensor& tensor) { return gone.contains(tensor.unsafeGetTensorImpl()); });
  }
  return taken;
}

FaultHooks left_out(Choice chosen, const char* none_of_them) {
  FaultHooks hooks;
  hooks.why_not = [chosen, none_of_them](Recipe& healthy) -> std::optional<std::string> {
    if (take_out(healthy.optimizer(), chosen(healthy)) == 0) {
      return none_of_them;
    }
    if (std::ranges::all_of(healthy.optimizer().param_groups(),
                            [](const auto& group) { return group.params().empty(); })) {
      return "nothing would be left for the optimizer to update";
    }
    return std::nullopt;
  };
  hooks.built = [chosen](Recipe& healthy) { take_out(healthy.optimizer(), chosen(healthy)); };
  return hooks;
}

FaultHooks optimizer_misses_first_layer(const RecipeSettings& /*settings*/) {
  return left_out(first_layer, "the optimizer does not hold the first layer");
}

FaultHooks optimizer_misses_body(const RecipeSettings& /*settings*/) {
  return left_out(body, "the optimizer holds the last layer alone");
}

FaultHooks optimizer_misses_biases(const RecipeSettings& /*settings*/) {
  return left_out(biases, "the optimizer holds no parameter called bias");
}

FaultHooks optimizer_misses_third(const RecipeSettings& settings) {
  return left_out(
      [seed = settings.seed](Recipe& healthy) {
        std::vector<NamedTensor> all = named_parameters(healthy.model());
        const at::Tensor order = shuffled_rows(static_cast<std::int64_t>(all.size()), seed);
        std::vector<NamedTensor> chosen;
        for (std::int64_t i = 0; i < order.size(0) / 3; ++i) {
          chosen.push_back(all[static_cast<std::size_t>(order[i].item<std::int64_t>())]);
        }
        return chosen;
      },
      "the model has fewer than three parameters");
}

FaultHooks optimizer_state_lost(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.why_not = [](Recipe& healthy) -> std::optional<std::string> {
    healthy.step(healthy.batch(0));
    if (healthy.optimizer().state().empty()) {
      return "the optimizer keeps nothing from step to step";
    }
    return std::nullopt;
  };
  hooks.before_step = [](Recipe& healthy) { healthy.optimizer().state().clear(); };
  return hooks;
}

constexpr std::array kOptimizerFaults = {
    PlannedFault{{"rate_times_100", "the learning rate is 100 times what it should be", "TheDeepChecker, high rate"},
                 &rate_times<100, 1>},
    PlannedFault{{"rate_times_5", "the learning rate is 5 times what it should be", "DeepFD, rate"}, &rate_times<5, 1>},
    PlannedFault{{"rate_by_5", "the learning rate is a fifth of what it should be", "DeepFD, rate"}, &rate_times<1, 5>},
    PlannedFault{{"rate_by_100", "the learning rate is a hundredth of what it should be", "TheDeepChecker, low rate"},
                 &rate_times<1, 100>},
    PlannedFault{{"rate_decays_each_step", "a schedule meant for epochs is stepped with every batch",
                  "accelerate#2926, transformers#24088"},
                 &rate_decays_each_step},
    PlannedFault{{"rate_grows_late", "the learning rate doubles at each step once the loss is small",
                  "pytorch#1767, karpathy/nanoGPT#137"},
                 &rate_grows_late},
    PlannedFault{{"weight_decay_one", "weight decay is 1", "DeepCrime, weights regularisation"}, &weight_decay_one},
    PlannedFault{{"optimizer_misses_first_layer", "the optimizer was not given the first layer", "torchtest, README"},
                 &optimizer_misses_first_layer},
    PlannedFault{{"optimizer_misses_body", "the optimizer was given the last layer alone", "PyTorch forum 84911"},
                 &optimizer_misses_body},
    PlannedFault{{"optimizer_misses_biases", "the optimizer was not given the biases", "torchtest, README"},
                 &optimizer_misses_biases},
    PlannedFault{{"optimizer_misses_third", "the optimizer was not given a third of the parameters", "pytorch#104336"},
                 &optimizer_misses_third},
    PlannedFault{{"optimizer_state_lost", "the optimizer is made anew at every step", "TrainCheck, a wrapper re-made"},
                 &optimizer_state_lost},
};

}  // namespace

std::span<const PlannedFault> optimizer_faults() noexcept { return kOptimizerFaults; }

}  // namespace assay::train::detail
