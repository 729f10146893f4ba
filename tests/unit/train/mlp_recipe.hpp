#pragma once

#include <assay/train/recipe_registry.hpp>

#include <cstdint>
#include <vector>

namespace assay::train {

/// What is wrong with a recipe that is right otherwise. Those under "healthy" must not raise any alarm.
enum class Twist {
  kNone,
  // healthy
  kDropout,            ///< and declared stochastic
  kClearsAtEnd,        ///< zero_grad after the optimizer's step
  kZeroesInPlace,      ///< the same, gradients are filled with zeros and kept
  kClips,              ///< clips gradients and says so
  kReordersBatch,      ///< the same samples in another order at every step
  kFrozenAndDeclared,  ///< the first layer does not learn
  // faults
  kOptimizerMissesNorm,
  kNoZeroGrad,
  kShufflesLabels,
  kDoubleSoftmax,
  kRateTimesThousand,
  kNanLoss,      ///< from step 5 on
  kNanGradient,  ///< at step 3, of fc1.weight; the loss is finite there
  kFrozenUndeclared,
  kFrozenMisspelt,  ///< a declaration of a parameter that is not there
  kDetachedBody,
  kLateDivergence,  ///< the rate grows once the loss is small
  kLateNan,         ///< the loss is NaN once it is small
  kFlipsSign,
  kClipsUndeclared,
  kTwiceInOptimizer,
  kUnregisteredLayer,
  kLayerReplaced,        ///< after the optimizer was made
  kDeadUnits,            ///< ReLU after a bias of -1000 behind the norm
  kStepForgetsBackward,  ///< for the last layer: its gradient is computed by nobody
  kOneLabel,
  kRepeatsSample,
  kNanInput,
  kSameBatches,  ///< every index yields batch 0
  kInputsChange,
  kThrows,        ///< at step 2
  kRowsDisagree,  ///< one target too few
  kLossOfEach,    ///< a loss a sample in place of one
  kNoScores,      ///< healthy, but gives no scores
};

struct MlpOptions {
  Twist twist = Twist::kNone;
  std::int64_t hidden = 24;
  bool extra_layer = false;
  std::uint64_t steps = 0;  ///< declared for training runs
};

/// Linear, batch norm, ReLU, linear on made-up samples of 4 classes: 16 a batch, 8 numbers each, easy and asymmetric.
[[nodiscard]] RecipeFactory mlp(MlpOptions options = {});
[[nodiscard]] inline RecipeFactory mlp(Twist twist) { return mlp(MlpOptions{twist, 24, false, 0}); }

/// What all prediction tests ask: the stored examples are bytes, prepared by division by 255.
[[nodiscard]] std::vector<float> plain_scores(Recipe& recipe, const std::vector<unsigned char>& stored);

}  // namespace assay::train
