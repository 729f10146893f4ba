#include "mutation.hpp"

#include <array>

namespace assay::zoo {
namespace {

constexpr std::array kTransformerMutations = {
    Mutation{"Z01", "transformer", "no_zero_grad", "loud", "gradients are never cleared"},
    Mutation{"Z18", "transformer", "loss_summed", "quiet", "the loss is a sum over the sequences"},
    Mutation{"Z27", "transformer", "labels_shifted_twice", "quiet", "labels are shifted twice"},
    Mutation{"Z27", "transformer", "labels_not_shifted", "loud", "labels are the inputs themselves"},
    Mutation{"Z39", "transformer", "start_20_times_too_large", "loud", "the tables start 20 times too large"},
    Mutation{"Z40", "transformer", "residual_start_repeated", "quiet",
             "weights before the residual sum start 4 times"
             " too large"},
    Mutation{"Z42", "transformer", "rate_times_30", "loud", "learning rate times 30"},
    Mutation{"Z43", "transformer", "rate_times_5", "quiet", "learning rate times 5"},
    Mutation{"Z43", "transformer", "rate_by_5", "quiet", "learning rate by 5"},
    Mutation{"Z46", "transformer", "loss_of_unequal_means", "quiet", "short sequences weigh as much as long ones"},
    Mutation{"Z50", "transformer", "decay_on_vectors", "quiet", "weight decay on biases and norms"},
    Mutation{"Z51", "transformer", "decay_of_0.5", "loud", "weight decay of 0.5"},
    Mutation{"Z52", "transformer", "head_not_tied", "quiet", "the head has a copy of the token table"},
    Mutation{"Z54", "transformer", "optimizer_steps_twice", "quiet", "the optimizer steps twice"},
    Mutation{"Z56", "transformer", "weights_in_bfloat16", "quiet", "parameters are kept in bfloat16"},
    Mutation{"Z59", "transformer", "padded_row_masked_fully", "loud", "padding has no key to look at"},
    Mutation{"Z70", "transformer", "no_positions", "quiet", "positions are not added"},
    Mutation{"Z70", "transformer", "one_position_for_all", "quiet", "all positions are the first"},
    Mutation{"Z72", "transformer", "mask_missing", "loud", "no causal mask"},
    Mutation{"Z72", "transformer", "mask_off_by_one", "quiet", "the causal mask shows the next token"},
    Mutation{"Z72", "transformer", "mask_transposed", "loud", "the causal mask shows the future alone"},
    Mutation{"Z72", "transformer", "softmax_over_queries", "quiet", "softmax over the wrong dimension"},
    Mutation{"Z74", "transformer", "padding_attended", "quiet", "padding is attended to"},
    Mutation{"Z74", "transformer", "padding_scored", "loud", "padding counts in the loss"},
    Mutation{"Z75", "transformer", "documents_mixed", "quiet", "a document sees the one packed before it"},
    Mutation{"Z76", "transformer", "heads_merged_without_transpose", "quiet", "heads are merged without transpose"},
    Mutation{"Z79", "transformer", "padding_row_redrawn", "quiet", "the row of the padding token is drawn anew"},
    Mutation{"new", "transformer", "query_and_key_swapped", "quiet", "query and key change places",
             Expected::kEquivalent},
    Mutation{"new", "transformer", "scores_not_scaled", "quiet", "attention is not divided by sqrt(d)"},
    Mutation{"new", "transformer", "scores_scaled_by_model", "quiet",
             "attention is divided by the root of the model's"
             " width, not the head's"},
    Mutation{"new", "transformer", "residual_missing", "quiet", "attention has no residual connection"},
    Mutation{"new", "transformer", "second_residual_missing", "quiet", "the linear layers have no residual connection"},
    Mutation{"new", "transformer", "norm_epsilon_one", "quiet", "epsilon of layer norm is 1"},
    Mutation{"new", "transformer", "loss_divided_by_all_positions", "quiet", "padding counts in the loss's divisor"},
    Mutation{"new", "transformer", "samples_leak", "quiet", "a tenth of each sequence's neighbour is mixed into it"},
    Mutation{"new", "transformer", "future_leaks", "quiet", "each output is made of the next token too"},
    Mutation{"new", "transformer", "optimizer_misses_third", "quiet", "a third of the parameters never learns"},
    Mutation{"new", "transformer", "accumulation_unscaled", "quiet", "two halves are added, not averaged"},
};

}  // namespace

std::span<const Mutation> transformer_mutations() noexcept { return kTransformerMutations; }

}  // namespace assay::zoo
