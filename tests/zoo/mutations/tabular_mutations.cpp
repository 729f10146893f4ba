#include "mutation.hpp"

#include <array>

namespace assay::zoo {
namespace {

constexpr std::array kTabularMutations = {
    Mutation{"Z01", "tabular", "no_zero_grad", "loud", "gradients are never cleared"},
    Mutation{"Z02", "tabular", "optimizer_misses_first_layer", "quiet", "the optimizer was not given fc1"},
    Mutation{"Z06", "tabular", "body_frozen", "loud", "all layers but the last ask for no gradients"},
    Mutation{"Z10", "tabular", "no_optimizer_step", "loud", "the optimizer never steps"},
    Mutation{"Z11", "tabular", "sign_flipped", "loud", "the gradients are those of the negative loss"},
    Mutation{"Z18", "tabular", "loss_summed", "loud", "the loss is a sum over the rows"},
    Mutation{"Z21", "tabular", "labels_permuted", "quiet", "targets belong to other rows"},
    Mutation{"Z23", "tabular", "target_in_the_last_column", "quiet", "the last column holds the target"},
    Mutation{"Z25", "tabular", "inputs_zeroed", "loud", "all inputs are 0"},
    Mutation{"Z28", "tabular", "rows_against_columns", "loud", "(N, 1) minus (N) is broadcast"},
    Mutation{"Z29", "tabular", "relu_on_outputs", "loud", "ReLU left on the outputs"},
    Mutation{"Z29", "tabular", "tanh_on_outputs", "quiet", "tanh left on the outputs"},
    Mutation{"Z30", "tabular", "targets_scaled", "loud", "targets are 1000 times too large"},
    Mutation{"Z36", "tabular", "norm_epsilon_one", "quiet", "epsilon of layer norm is 1"},
    Mutation{"Z38", "tabular", "weights_start_zero", "loud", "all weights start at 0"},
    Mutation{"Z42", "tabular", "rate_times_100", "loud", "learning rate times 100"},
    Mutation{"Z43", "tabular", "rate_times_5", "quiet", "learning rate times 5"},
    Mutation{"Z43", "tabular", "rate_by_5", "quiet", "learning rate by 5"},
    Mutation{"Z44", "tabular", "rate_decays_each_step", "loud", "the schedule is stepped at every batch"},
    Mutation{"Z46", "tabular", "samples_missing", "quiet", "half of the rows are dropped"},
    Mutation{"Z48", "tabular", "gradients_clipped", "loud", "gradients are clipped to a norm of 0.001"},
    Mutation{"Z51", "tabular", "weight_decay_one", "loud", "weight decay is 1"},
    Mutation{"Z54", "tabular", "optimizer_steps_twice", "quiet", "the optimizer steps twice"},
    Mutation{"Z61", "tabular", "rate_grows_late", "loud", "the learning rate doubles once the loss is small"},
    Mutation{"Z66", "tabular", "memory_leaks", "quiet", "a quarter of a mebibyte is kept at every step"},
    Mutation{"Z80", "tabular", "columns_not_scaled", "loud", "columns keep their ranges, up to 80"},
    Mutation{"new", "tabular", "statistics_of_the_batch", "quiet", "columns are scaled by the batch's own statistics"},
    Mutation{"new", "tabular", "two_columns_swapped", "quiet", "two columns change places"},
    Mutation{"new", "tabular", "one_column_constant", "quiet", "a column is 0 throughout"},
    Mutation{"new", "tabular", "one_column_scaled_twice", "quiet", "a column is scaled twice"},
    Mutation{"new", "tabular", "norm_over_the_batch", "quiet", "the norm is taken over the rows"},
    Mutation{"new", "tabular", "norm_left_out", "quiet", "the norm is left out, its parameters are not"},
    Mutation{"new", "tabular", "mean_of_the_batch_removed", "quiet", "the mean output of the batch is taken off"},
    Mutation{"new", "tabular", "targets_clipped", "quiet", "targets are clipped to [-0.5, 0.5]"},
    Mutation{"new", "tabular", "targets_rounded", "quiet", "targets are rounded to whole numbers"},
    Mutation{"new", "tabular", "targets_negated", "quiet", "targets have the other sign"},
    Mutation{"new", "tabular", "absolute_error", "quiet", "absolute error for squared error"},
    Mutation{"new", "tabular", "half_squared_error", "quiet", "a Huber loss that is a twentieth of the squared error"},
    Mutation{"new", "tabular", "root_of_the_loss", "quiet", "the root of the squared error"},
    Mutation{"new", "tabular", "worst_rows_left_out", "quiet", "the loss leaves out the worst quarter"},
    Mutation{"new", "tabular", "nesterov_off", "quiet", "plain momentum for Nesterov's"},
    Mutation{"new", "tabular", "momentum_zero", "quiet", "no momentum"},
    Mutation{"new", "tabular", "dampening_0.5", "quiet", "plain momentum, dampened by 0.5"},
    Mutation{"new", "tabular", "decay_of_0.01", "quiet", "weight decay of 0.01"},
    Mutation{"new", "tabular", "optimizer_state_lost", "quiet", "the momentum is lost at every step"},
    Mutation{"new", "tabular", "samples_leak", "quiet", "a tenth of each row's neighbour is mixed into it"},
    Mutation{"new", "tabular", "weights_put_back", "loud", "every tenth step ends with the parameters of the first"},
    Mutation{"new", "tabular", "first_gradients_zeroed", "quiet", "the gradients of fc1 are set to zero"},
    Mutation{"new", "tabular", "loss_reported_late", "quiet", "the reported loss is a running mean"},
};

}  // namespace

std::span<const Mutation> tabular_mutations() noexcept { return kTabularMutations; }

}  // namespace assay::zoo
