#pragma once

#include <assay/hdf5/element_type.hpp>
#include <assay/train/checkpoint.hpp>
#include <assay/train/recipe_registry.hpp>
#include <assay/train/run_settings.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace assay::train {

/// Scores of examples before softmax, row by row, as plain numbers: whoever judges them needs no LibTorch.
struct Predictions {
  std::uint64_t rows = 0;
  std::uint64_t classes = 0;
  std::vector<float> scores;  ///< rows * classes
};

/// Examples as a file stores them: native byte order, C order, the first dimension counts the examples.
struct StoredExamples {
  hdf5::ElementType type;
  std::vector<std::uint64_t> shape;
  std::span<const std::byte> bytes;
};

/// A recipe's model with the values of a checkpoint, ready to answer.
class Predictor {
 public:
  /// Builds the recipe from the seed of the settings and puts the checkpoint's values into its model.
  /// @throws UserError when the recipe is not registered, the checkpoint was made by another one, or does not fit.
  Predictor(const std::string& recipe, const std::filesystem::path& checkpoint, const RunSettings& settings);
  ~Predictor();
  Predictor(Predictor&&) noexcept;
  Predictor& operator=(Predictor&&) noexcept;

  [[nodiscard]] const CheckpointInfo& checkpoint() const noexcept;

  /// Scores of all examples, computed `batch_size` at a time in evaluation mode and without gradients; the model's
  /// modes and LibTorch's random numbers are put back. No examples give no rows.
  /// @throws UserError for types that LibTorch does not have, bytes that do not fill the shape, a recipe without
  /// `scores`, and scores that are no table of floating-point numbers with one row for each example.
  [[nodiscard]] Predictions scores(const StoredExamples& examples, std::uint64_t batch_size = 256);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::train
