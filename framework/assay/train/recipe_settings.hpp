#pragma once

#include <cstdint>
#include <string>

namespace assay::train {

/// Out of what a recipe is built. Two recipes built from equal settings must be the same to the bit.
struct RecipeSettings {
  std::uint64_t seed = 0;
  std::uint64_t batch_size = 0;  ///< samples a batch; 0: the recipe's own
  std::string device = "cpu";    ///< where the model and its batches live, as LibTorch writes it
};

}  // namespace assay::train
