#pragma once

#include <cstdint>
#include <string>

namespace assay::train {

/// Out of what a recipe is built. Two recipes built from equal settings must be the same to the bit.
struct RecipeSettings {
  std::uint64_t seed = 0;
  std::uint64_t batch_size = 0;  ///< samples a batch; 0: the recipe's own
  std::string device = "cpu";    ///< where the model and its batches live, as LibTorch writes it
  /// How far the run is from production, for the rungs of a ladder that a recipe declares in `Declarations::rungs`.
  double width = 1;            ///< share of the full width of its layers, (0, 1]
  double depth = 1;            ///< share of its full number of layers, (0, 1]
  bool regularisation = true;  ///< dropout, weight decay, label smoothing and the like
  bool augmentation = true;    ///< random changes of the inputs
};

}  // namespace assay::train
