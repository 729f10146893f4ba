#include "subject.hpp"

#include <array>

namespace assay::zoo {
namespace {

constexpr double kNaiveGoal = 0.05;

constexpr std::array kSubjects = {
    Subject{"mlp", "three linear layers, 32 samples of 16 numbers in 10 classes; Adam", kNaiveGoal, &make_mlp},
    Subject{"cnn", "two convolutions with batch norm, dropout; 16 colour images in 4 classes; Adam", kNaiveGoal,
            &make_cnn},
    Subject{"transformer", "causal language model of two blocks, tied head, padding; 8 sequences of 12; AdamW",
            kNaiveGoal, &make_transformer},
    Subject{"lstm", "language model, 8 sequences of 10; SGD with momentum, clipped gradients", kNaiveGoal, &make_lstm},
    Subject{"autoencoder", "12 grey images through a code of 16 numbers; RMSprop", kNaiveGoal, &make_autoencoder},
    Subject{"tabular", "regression with layer norm, 32 rows of 8 columns; SGD with Nesterov's momentum", 0.02,
            &make_tabular},
};

}  // namespace

std::span<const Subject> subjects() noexcept { return kSubjects; }

}  // namespace assay::zoo
