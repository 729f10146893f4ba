#include "mutation.hpp"

#include <array>

namespace assay::zoo {
namespace {

constexpr std::array kLstmMutations = {
    Mutation{"Z01", "lstm", "no_zero_grad", "loud", "gradients are never cleared"},
    Mutation{"Z04", "lstm", "optimizer_misses_biases", "quiet", "the optimizer was not given the biases"},
    Mutation{"Z09", "lstm", "state_cut_at_every_step", "quiet", "the state is detached at every position"},
    Mutation{"Z11", "lstm", "sign_flipped", "loud", "the gradients are those of the negative loss"},
    Mutation{"Z13", "lstm", "softmax_doubled", "loud", "softmax before cross-entropy"},
    Mutation{"Z18", "lstm", "loss_summed", "quiet", "the loss is a sum over the sequences; the gradients are clipped"},
    Mutation{"Z21", "lstm", "labels_permuted", "quiet", "labels belong to other sequences"},
    Mutation{"Z22", "lstm", "labels_shuffled", "loud", "labels are shuffled at every step"},
    Mutation{"Z27", "lstm", "labels_shifted", "quiet", "labels are shifted twice"},
    Mutation{"Z27", "lstm", "labels_not_shifted", "loud", "labels are the inputs themselves"},
    Mutation{"Z42", "lstm", "rate_times_100", "loud", "learning rate times 100"},
    Mutation{"Z42", "lstm", "rate_by_100", "loud", "learning rate by 100"},
    Mutation{"Z43", "lstm", "rate_times_5", "quiet", "learning rate times 5"},
    Mutation{"Z43", "lstm", "rate_by_5", "quiet", "learning rate by 5"},
    Mutation{"Z44", "lstm", "rate_decays_each_step", "loud", "the schedule is stepped at every batch"},
    Mutation{"Z45", "lstm", "accumulation_unscaled", "quiet", "two halves are added, not averaged"},
    Mutation{"Z47", "lstm", "accumulation_cleared", "quiet", "the last half counts alone"},
    Mutation{"Z48", "lstm", "gradients_clipped", "loud", "gradients are clipped to a norm of 0.001"},
    Mutation{"Z48", "lstm", "clipping_forgotten", "quiet", "gradients are not clipped though the recipe says so"},
    Mutation{"Z48", "lstm", "clipped_to_a_tenth", "quiet", "gradients are clipped to a tenth of the norm"},
    Mutation{"Z51", "lstm", "weight_decay_one", "loud", "weight decay is 1"},
    Mutation{"Z54", "lstm", "optimizer_steps_twice", "quiet", "the optimizer steps twice"},
    Mutation{"Z67", "lstm", "state_carried", "quiet", "the state of the batch before is carried into the next"},
    Mutation{"Z72", "lstm", "reads_backwards", "loud", "sequences are read from their end"},
    Mutation{"Z72", "lstm", "reads_both_ways", "quiet", "sequences are read from both ends"},
    Mutation{"new", "lstm", "gates_permuted", "quiet", "the gates stand in another order", Expected::kEquivalent},
    Mutation{"new", "lstm", "batch_for_time", "quiet", "the first dimension is taken for time"},
    Mutation{"new", "lstm", "forget_gate_missing", "quiet", "nothing is ever forgotten"},
    Mutation{"new", "lstm", "output_gate_missing", "quiet", "the output gate is always open"},
    Mutation{"new", "lstm", "forget_gate_starts_shut", "quiet", "everything is forgotten at first"},
    Mutation{"new", "lstm", "state_forgotten_at_every_step", "quiet", "every position begins with an empty state"},
    Mutation{"new", "lstm", "sequences_reversed", "quiet", "sequences and labels are given backwards"},
    Mutation{"new", "lstm", "last_label_repeated", "quiet", "the last label is that of the position before"},
    Mutation{"new", "lstm", "last_position_alone", "quiet", "the loss is that of the last position"},
    Mutation{"new", "lstm", "first_positions_skipped", "quiet", "the loss leaves out two positions"},
    Mutation{"new", "lstm", "clipped_by_value", "quiet", "gradients are clipped by value, not by norm"},
    Mutation{"new", "lstm", "momentum_zero", "quiet", "momentum of 0 for 0.9"},
    Mutation{"new", "lstm", "momentum_0.99", "quiet", "momentum of 0.99 for 0.9"},
    Mutation{"new", "lstm", "nesterov_on", "quiet", "Nesterov's momentum for plain momentum"},
    Mutation{"new", "lstm", "dampening_0.5", "quiet", "momentum is dampened by 0.5"},
    Mutation{"new", "lstm", "optimizer_state_lost", "quiet", "the momentum is lost at every step"},
    Mutation{"new", "lstm", "samples_leak", "quiet", "a tenth of each sequence's neighbour is mixed into it"},
    Mutation{"new", "lstm", "future_leaks", "quiet", "each output is made of the next token too"},
};

}  // namespace

std::span<const Mutation> lstm_mutations() noexcept { return kLstmMutations; }

}  // namespace assay::zoo
