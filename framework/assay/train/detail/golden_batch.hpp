#pragma once

#include <assay/train/batch.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace assay::train {
class Recipe;
}

namespace assay::train::detail {

/// Largest relative difference between a number and the golden one, unless a case says otherwise.
inline constexpr double kGoldenTolerance = 1e-5;

/// One way in which a batch is not the golden one, as a clause, with the largest relative difference where there is
/// one.
struct BatchDifference {
  std::string message;
  std::optional<double> largest;
};

/// None when each sample of `batch` is a sample of `golden`, in any order: integers equal, floating-point numbers
/// within `tolerance` of the golden one, or of a tenth of the golden tensor's largest number where that is more.
/// Shapes and types have to be the same.
[[nodiscard]] std::optional<BatchDifference> compare_batches(const Batch& batch, const Batch& golden, double tolerance);

/// The golden batch of that number when the recipe has one and `batch` is not it, else `batch`: what a step should have
/// learned from, in the order of the samples in which it did where it did.
[[nodiscard]] Batch pristine_batch(Recipe& recipe, std::uint64_t index, const Batch& batch, double tolerance);

}  // namespace assay::train::detail
