#include <assay/suite/memorize_check.hpp>

#include <array>

namespace assay::suite {
namespace {

constexpr bool kBuilt = true;
constexpr bool kLater = false;
constexpr bool kTakesNumber = true;
constexpr bool kExact = false;

constexpr std::array kChecks = {
    MemorizeCheck{"three_sets",
                  "what the loss depends on, what the model registers and what the optimizer updates are the same "
                  "tensors, each once, apart from those declared frozen",
                  kBuilt, kExact},
    MemorizeCheck{"data_contract",
                  "a batch holds the same samples at every step in any order; no sample twice, two labels at least, "
                  "everything finite",
                  kBuilt, kExact},
    MemorizeCheck{"axis_probe", "one lit pixel of a stored image lands on exactly its channel, row and column", kLater,
                  kExact},
    MemorizeCheck{"golden_batch", "tensors at the model's door equal an independent preparation", kLater, kTakesNumber},
    MemorizeCheck{"loss_oracle", "the loss that a step reports is that of a reference on the same batch", kLater,
                  kTakesNumber},
    MemorizeCheck{"gradient_oracle",
                  "at steps 0, 1 and 2 the optimizer is given the gradient of the loss on that batch", kBuilt,
                  kTakesNumber},
    MemorizeCheck{"gradients",
                  "a gradient arrives at every parameter that the loss depends on, is finite, and is not zero three "
                  "steps in a row before the goal is reached",
                  kBuilt, kExact},
    MemorizeCheck{"isolation", "outputs depend on their own inputs alone, over samples and time", kLater, kExact},
    MemorizeCheck{"modes", "evaluation repeats to the bit, training differs if and only if it is declared stochastic",
                  kLater, kExact},
    MemorizeCheck{"update_oracle", "parameters move as the optimizer's options and state say", kLater, kTakesNumber},
    MemorizeCheck{"norm_outputs", "outputs of normalisation layers have variance one", kLater, kTakesNumber},
    MemorizeCheck{"operator_band", "the scale of each operator's inputs and outputs is that of healthy runs", kLater,
                  kExact},
    MemorizeCheck{"first_loss", "the first loss is that of a model that knows nothing, ln C", kBuilt, kTakesNumber},
    MemorizeCheck{"late_rise",
                  "trained on for as long again (10 steps at least) after the goal, the loss does not rise again: not "
                  "three steps in a row above goal + 0.1 * (first - goal), never above the first, never not finite",
                  kBuilt, kTakesNumber},
    MemorizeCheck{"floor", "the loss does not stand still at a level that is known for a fault", kBuilt, kTakesNumber},
    MemorizeCheck{"evaluation_gap", "the loss in evaluation mode is near that in training mode", kLater, kExact},
    MemorizeCheck{"goldens", "parameters, optimizer options and learning rates are as recorded", kLater, kExact},
};

}  // namespace

std::span<const MemorizeCheck> memorize_checks() noexcept { return kChecks; }

}  // namespace assay::suite
