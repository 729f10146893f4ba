#pragma once

#include <assay/train/image_layout.hpp>
#include <assay/train/standard_loss.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::train {

/// What a recipe says about itself beyond its code. Nothing has to be declared; each declaration lets a check judge
/// what it otherwise only reports, or keeps it from alarming on what is meant so.
struct Declarations {
  /// Names of parameters that are not meant to learn: whole names, or a prefix with a dot at its end (`encoder.`).
  std::vector<std::string> frozen;
  /// Names of parameters that are meant to be one and the same tensor: `{"head.weight", "embedding.weight"}`.
  std::vector<std::pair<std::string, std::string>> tied;
  /// Whether two forward passes in training mode may differ (dropout); none: not said.
  std::optional<bool> stochastic;
  /// Whether a batch asked for again may hold other inputs (augmentation); its targets stay.
  bool augmented = false;
  /// Number of classes; 0: not said, then the width of the scores counts.
  std::uint64_t classes = 0;
  /// The loss that `loss` is meant to compute from `outputs`: an implementation of our own is then set against it.
  std::optional<StandardLoss> loss;
  /// Smallest and largest number that prepared inputs have; none: not said.
  std::optional<std::pair<double, double>> input_range;
  /// How stored images become inputs in `prepare`; none: not images, or `prepare` moves pixels.
  std::optional<ImageLayout> images;
  /// Outputs are a sequence along their second dimension, and none depends on a later input.
  bool causal = false;
  /// Options that the optimizer is meant to have, by LibTorch's names (`lr`, `weight_decay`, `betas.0`, `eps`, ...).
  std::vector<std::pair<std::string, double>> optimizer_options;
  /// Weight decay is meant for matrices and kernels only: parameters of one dimension (biases, norms) have none.
  bool decay_spares_vectors = false;
  /// Which of `width`, `depth`, `regularisation`, `augmentation` of its settings the recipe heeds.
  std::vector<std::string> rungs;
  /// Parts of the model that can learn alone, as prefixes of parameter names: `{"encoder.", "head."}`.
  std::vector<std::string> parts;
  /// Number of steps of one run of training (`[train.*]`); 0: the recipe cannot be trained, only memorised.
  std::uint64_t steps = 0;
  /// `evaluate` is called after every so many steps of a training run and at its end; 0: at its end alone.
  std::uint64_t evaluate_every = 0;
};

}  // namespace assay::train
