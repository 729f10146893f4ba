#include "mutation.hpp"

#include <array>

namespace assay::zoo {
namespace {

constexpr std::array kCnnMutations = {
    Mutation{"Z01", "cnn", "no_zero_grad", "loud", "gradients are never cleared"},
    Mutation{"Z06", "cnn", "first_layer_frozen", "quiet", "conv1 asks for no gradients"},
    Mutation{"Z09", "cnn", "body_detached", "loud", "the graph is cut before the head"},
    Mutation{"Z13", "cnn", "softmax_doubled", "loud", "softmax before cross-entropy"},
    Mutation{"Z21", "cnn", "labels_permuted", "quiet", "labels belong to other images"},
    Mutation{"Z24", "cnn", "samples_repeated", "quiet", "half of the images twice"},
    Mutation{"Z31", "cnn", "evaluation_mode_left_on", "loud", "the model stays in evaluation mode"},
    Mutation{"Z31", "cnn", "eval_at_every_tenth_step", "quiet", "every tenth step runs in evaluation mode"},
    Mutation{"Z32", "cnn", "dropout_not_registered", "quiet", "dropout is a plain member, active in evaluation"},
    Mutation{"Z32", "cnn", "dropout_never_off", "quiet", "dropout is active in evaluation"},
    Mutation{"Z33", "cnn", "dropout_0.9", "loud", "dropout of 0.9 for 0.1"},
    Mutation{"Z33", "cnn", "dropout_0.5", "quiet", "dropout of 0.5 for 0.1"},
    Mutation{"Z34", "cnn", "norm_momentum_zero", "loud", "running statistics never move"},
    Mutation{"Z34", "cnn", "buffers_frozen", "loud", "running statistics are put back after each step"},
    Mutation{"Z34", "cnn", "norm_momentum_0.99", "quiet", "running statistics are those of the last batch"},
    Mutation{"Z36", "cnn", "norm_epsilon_one", "loud", "epsilon of batch norm is 1"},
    Mutation{"Z36", "cnn", "norm_epsilon_0.1", "quiet", "epsilon of batch norm is 0.1"},
    Mutation{"Z78", "cnn", "view_for_permute", "loud", "[row][column][colour] is viewed as [colour][row][column]"},
    Mutation{"Z80", "cnn", "bytes_not_scaled", "quiet", "bytes 0 to 255 go into batch norm"},
    Mutation{"Z82", "cnn", "colours_swapped", "quiet", "blue for red"},
    Mutation{"Z83", "cnn", "training_scaled_otherwise", "quiet", "training scales to [-0.5, 1.5], serving to [0, 1]"},
    Mutation{"new", "cnn", "mirrored", "quiet", "images are mirrored"},
    Mutation{"new", "cnn", "upside_down", "quiet", "images stand on their heads"},
    Mutation{"new", "cnn", "grey_in_all_colours", "quiet", "all colours hold their mean"},
    Mutation{"new", "cnn", "norm_never_tracks", "quiet", "batch norm keeps no running statistics"},
    Mutation{"new", "cnn", "norm_skipped", "quiet", "the second batch norm is not used"},
    Mutation{"new", "cnn", "norm_updated_without_gradient", "quiet", "a pass of other images moves the statistics"},
    Mutation{"new", "cnn", "dropout_always_off", "quiet", "dropout of 0 for 0.1"},
    Mutation{"new", "cnn", "training_mode_never_left", "quiet", "scores are made in training mode"},
    Mutation{"new", "cnn", "samples_leak", "quiet", "a tenth of each image's neighbour is mixed into it"},
    Mutation{"new", "cnn", "rate_times_5", "quiet", "learning rate times 5"},
    Mutation{"new", "cnn", "rate_by_5", "quiet", "learning rate by 5"},
    Mutation{"new", "cnn", "random_numbers_reseeded", "quiet", "every step drops the same units"},
};

}  // namespace

std::span<const Mutation> cnn_mutations() noexcept { return kCnnMutations; }

}  // namespace assay::zoo
