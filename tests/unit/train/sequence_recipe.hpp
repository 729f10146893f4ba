#pragma once

#include <assay/train/recipe_registry.hpp>

namespace assay::train {

/// What is wrong with the sequence recipe.
enum class SequenceTwist {
  kNone,
  kSeesNext,       ///< the mask lets a position see the one after it
  kSeesAll,        ///< no mask
  kSeesItself,     ///< the mask hides everything before
  kScoresPadding,  ///< labels of padding count
  kUndeclared,     ///< healthy, but does not say that it is causal
};

/// A causal mean over embedded tokens and two linear layers: 6 sequences of 8 tokens, the later ones padded at their
/// end; the target of a position is a function of its token and the first one.
[[nodiscard]] RecipeFactory sequence_recipe(SequenceTwist twist = SequenceTwist::kNone);

}  // namespace assay::train
