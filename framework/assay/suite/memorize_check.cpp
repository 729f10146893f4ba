#include <assay/suite/memorize_check.hpp>

#include <array>

namespace assay::suite {
namespace {

constexpr bool kTakesNumber = true;
constexpr bool kExact = false;

constexpr std::array kChecks = {
    MemorizeCheck{"three_sets",
                  "what the loss depends on, what the model registers and what the optimizer updates are the same "
                  "tensors, each once, apart from those declared frozen",
                  kExact},
    MemorizeCheck{"data_contract",
                  "a batch holds the same samples at every step in any order; no sample twice, two labels at least, "
                  "everything finite",
                  kExact},
    MemorizeCheck{"axis_probe", "one lit pixel of a stored image lands on exactly its channel, row and column", kExact},
    MemorizeCheck{"golden_batch",
                  "tensors at the model's door equal an independent preparation, in any order of samples",
                  kTakesNumber},
    MemorizeCheck{"loss_oracle", "the loss that a step reports is that of a reference on the same batch", kTakesNumber},
    MemorizeCheck{"gradient_oracle",
                  "at steps 0, 1 and 2 the optimizer is given the gradient of the loss on that batch", kTakesNumber},
    MemorizeCheck{"gradients",
                  "a gradient arrives at every parameter that the loss depends on, is finite, and is not zero three "
                  "steps in a row before the goal is reached",
                  kExact},
    MemorizeCheck{"isolation", "outputs depend on their own inputs alone, over samples, time and padding", kExact},
    MemorizeCheck{
        "modes",
        "evaluation repeats to the bit and moves no buffer, training differs if and only if it is declared stochastic "
        "and moves running statistics with a momentum up to 0.6, no module learns in evaluation mode",
        kExact},
    MemorizeCheck{"side_effects",
                  "neither building the recipe nor a step changes threads, default type or random seed of the process",
                  kExact},
    MemorizeCheck{
        "update_oracle",
        "at steps 0, 1 and 2 parameters move as the optimizer's options and state say, and it counts its steps right",
        kTakesNumber},
    MemorizeCheck{"norm_outputs", "outputs of normalisation layers have variance one", kTakesNumber},
    MemorizeCheck{"operator_band",
                  "the scale of each operator's inputs and outputs is that of healthy runs (`true`: and the operators "
                  "are the same)",
                  kExact},
    MemorizeCheck{
        "update_ratio",
        "each parameter moves by that part of its size, and has that share of gradient rows that are zero, as "
        "in healthy runs",
        kExact},
    MemorizeCheck{"first_loss", "the first loss is that of a model that knows nothing, ln C", kTakesNumber},
    MemorizeCheck{"late_rise",
                  "trained on for as long again (10 steps at least) after the goal, the loss does not rise again: not "
                  "three steps in a row above goal + 0.1 * (first - goal), never above the first, never not finite",
                  kTakesNumber},
    MemorizeCheck{"floor", "the loss does not stand still at a level that is known for a fault", kTakesNumber},
    MemorizeCheck{"evaluation_gap",
                  "after the goal is reached the loss in evaluation mode is at most goal + 0.5 * (first - goal)",
                  kTakesNumber},
    MemorizeCheck{"dead_units", "after training at most 70 % of the units behind a ReLU are zero for the whole batch",
                  kTakesNumber},
    MemorizeCheck{"memory_growth", "no step leaves memory behind", kTakesNumber},
    MemorizeCheck{"step_cost",
                  "a step calls no more operators, allocates no more tensors and fetches no more values than "
                  "in healthy runs (informational unless `true` is written)",
                  kExact},
    MemorizeCheck{"goldens",
                  "the optimizer's options are as declared and as calibrated (`true`: and its parameters), and weight "
                  "decay spares what it is declared to spare",
                  kExact},
};

}  // namespace

std::span<const MemorizeCheck> memorize_checks() noexcept { return kChecks; }

}  // namespace assay::suite
