#pragma once

#include <assay/train/recipe_registry.hpp>

namespace assay::train {

/// What is wrong with the image recipe.
enum class ImageTwist {
  kNone,
  // healthy
  kDropout,   ///< and declared stochastic
  kReorders,  ///< the golden samples in another order
  kSgd,       ///< momentum, weight decay and Nesterov
  kAdamW,
  kRmsprop,  ///< centred, with momentum
  kAdagrad,
  kSmoothed,    ///< label smoothing, and declared so
  kFrozenNorm,  ///< the norm is declared frozen and stays in evaluation mode
  // faults of the data
  kSwapsColours,  ///< BGR where RGB is meant
  kViews,         ///< pixels are seen as channels first without moving them
  kFlips,         ///< left and right
  kMisaligns,     ///< each sample has the label of the next
  kNotScaled,     ///< 0 to 255
  // of the loss
  kHalvesLoss,
  kSumsLoss,
  kNegatesLoss,
  kSmoothsUndeclared,
  // of the model
  kMixesSamples,
  kIgnoresInput,
  kDropsInEvaluation,
  kForgetsInEvaluation,  ///< other weights answer in evaluation mode
  kMomentumOne,
  kMomentumZero,
  kMovesBufferInEvaluation,
  kLargeEps,
  kStochasticUndeclared,
  kDeclaredStochastic,  ///< but nothing is random
  // of the loop
  kLeftInEvaluation,  ///< from step 1 on
  kNormLeftInEvaluation,
  kStepsTwice,
  kNewOptimizer,  ///< at each step
  kForgetsStep,   ///< at step 1
  kRoundsWeights,
  // of the process
  kSetsThreads,      ///< at step 1
  kSetsDefaultType,  ///< while it is built
  kReseeds,          ///< at every step
  kKeepsLosses,      ///< with their graphs
  kFetchesEach,      ///< of the elements of the scores, one by one
  kMostUnitsDead,
  kOverflows,  ///< at step 2, in float32
  // of sizes
  kRateTimesThree,
  kScalesHidden,    ///< what comes out of the norm, by 3
  kActivatesTwice,  ///< an activation that changes nothing
  // of what is declared
  kOtherRate,
  kDecaysVectors,
  kUntied,
};

/// A convolution, batch norm, a linear layer on stored images of 6 x 5 pixels and 3 colours, 4 classes, 12 a batch,
/// with everything declared that can be: images, loss, golden batch, range, options.
[[nodiscard]] RecipeFactory image_recipe(ImageTwist twist = ImageTwist::kNone);

}  // namespace assay::train
