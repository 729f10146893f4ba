#include "mutation.hpp"

#include <array>

namespace assay::zoo {
namespace {

constexpr std::array kAutoencoderMutations = {
    Mutation{"Z02", "autoencoder", "optimizer_misses_first_layer", "quiet", "the optimizer was not given wide_in"},
    Mutation{"Z05", "autoencoder", "optimizer_misses_third", "quiet", "a third of the parameters never learns"},
    Mutation{"Z07", "autoencoder", "decoder_not_registered", "quiet", "a layer is a plain member"},
    Mutation{"Z09", "autoencoder", "code_cut", "quiet", "the graph is cut at the code"},
    Mutation{"Z11", "autoencoder", "sign_flipped", "loud", "the gradients are those of the negative loss"},
    Mutation{"Z12", "autoencoder", "loss_negated", "loud", "the loss is its own negative, in the log too"},
    Mutation{"Z18", "autoencoder", "summed_over_pixels", "quiet", "the loss is a sum over the pixels"},
    Mutation{"Z19", "autoencoder", "loss_reported_by_sample", "quiet", "the reported loss is divided by the batch"},
    Mutation{"Z20", "autoencoder", "loss_clamped", "loud", "the loss is clamped"},
    Mutation{"Z21", "autoencoder", "labels_permuted", "quiet", "each image is to become another one"},
    Mutation{"Z22", "autoencoder", "labels_shuffled", "loud", "each image is to become another one at every step"},
    Mutation{"Z24", "autoencoder", "samples_repeated", "quiet", "half of the images twice"},
    Mutation{"Z24", "autoencoder", "one_sample_everywhere", "loud", "one image 12 times"},
    Mutation{"Z25", "autoencoder", "inputs_zeroed", "loud", "all inputs are 0"},
    Mutation{"Z28", "autoencoder", "every_image_with_every_other", "loud", "broadcasting compares all with all"},
    Mutation{"Z29", "autoencoder", "relu_on_outputs", "loud", "ReLU left on the outputs"},
    Mutation{"Z29", "autoencoder", "sigmoid_on_outputs", "loud", "sigmoid left on the outputs"},
    Mutation{"Z29", "autoencoder", "tanh_on_outputs", "quiet", "tanh left on the outputs"},
    Mutation{"Z30", "autoencoder", "targets_scaled", "loud", "targets are 1000 times too large"},
    Mutation{"Z38", "autoencoder", "weights_start_zero", "loud", "all weights start at 0"},
    Mutation{"Z39", "autoencoder", "weights_start_large", "loud", "all weights start 20 times too large"},
    Mutation{"Z43", "autoencoder", "rate_times_5", "quiet", "learning rate times 5"},
    Mutation{"Z43", "autoencoder", "rate_by_5", "quiet", "learning rate by 5"},
    Mutation{"Z45", "autoencoder", "accumulation_unscaled", "quiet", "two halves are added, not averaged"},
    Mutation{"Z56", "autoencoder", "weights_rounded", "quiet", "parameters are kept in bfloat16"},
    Mutation{"Z58", "autoencoder", "loss_becomes_nan", "quiet", "the loss is NaN once it is small"},
    Mutation{"Z78", "autoencoder", "rows_viewed_as_columns", "quiet", "8 by 6 is viewed as 6 by 8"},
    Mutation{"Z80", "autoencoder", "bytes_not_scaled", "loud", "bytes 0 to 255 go in"},
    Mutation{"Z80", "autoencoder", "scaled_to_one", "quiet", "bytes become [0, 1] for [-1, 1]"},
    Mutation{"new", "autoencoder", "scaled_by_batch", "quiet", "bytes are scaled by mean and deviation of the batch"},
    Mutation{"new", "autoencoder", "mirrored", "quiet", "images are mirrored"},
    Mutation{"new", "autoencoder", "inverted", "quiet", "dark is bright"},
    Mutation{"new", "autoencoder", "targets_are_mirrored", "quiet", "images are to become their mirror images"},
    Mutation{"new", "autoencoder", "targets_are_the_mean", "loud", "all images are to become their mean"},
    Mutation{"new", "autoencoder", "image_turned_back_wrongly", "quiet", "outputs are viewed the wrong way round"},
    Mutation{"new", "autoencoder", "code_of_two", "loud", "the code has two numbers"},
    Mutation{"new", "autoencoder", "noise_in_the_code", "quiet", "noise is added to the code, always"},
    Mutation{"new", "autoencoder", "code_of_the_batch_removed", "quiet", "the mean code of the batch is taken off"},
    Mutation{"new", "autoencoder", "input_added_to_outputs", "loud", "the input goes past the code"},
    Mutation{"new", "autoencoder", "layer_never_used", "quiet", "a layer is registered and never used"},
    Mutation{"new", "autoencoder", "absolute_error", "quiet", "absolute error for squared error"},
    Mutation{"new", "autoencoder", "border_left_out", "quiet", "the loss leaves out the first and the last row"},
    Mutation{"new", "autoencoder", "penalty_added", "quiet", "a penalty on all parameters is added to the loss"},
    Mutation{"new", "autoencoder", "alpha_0.5", "quiet", "RMSprop forgets by 0.5 for 0.95"},
    Mutation{"new", "autoencoder", "momentum_added", "quiet", "RMSprop has momentum of 0.9"},
    Mutation{"new", "autoencoder", "centred", "quiet", "RMSprop is centred"},
    Mutation{"new", "autoencoder", "samples_leak", "quiet", "a tenth of each image's neighbour is mixed into it"},
    Mutation{"new", "autoencoder", "inputs_noisy", "quiet", "inputs change by noise from step to step"},
    Mutation{"new", "autoencoder", "one_input_nan", "loud", "one pixel is NaN"},
};

}  // namespace

std::span<const Mutation> autoencoder_mutations() noexcept { return kAutoencoderMutations; }

}  // namespace assay::zoo
