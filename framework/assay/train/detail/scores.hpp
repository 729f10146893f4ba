#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay::train {
struct Batch;
class Recipe;
}  // namespace assay::train

namespace assay::train::detail {

/// Scores of some rows, row by row; each position of a sequence is a row.
struct ScoreTable {
  std::uint64_t rows = 0;
  std::uint64_t classes = 0;
  std::vector<float> values;
};

/// What the recipe answers in evaluation mode, without gradients; modes and random numbers are put back. None when the
/// recipe gives no scores.
/// @throws UserError when they are not floating-point numbers [samples, ..., classes] with a sample for each of the
/// inputs.
[[nodiscard]] std::optional<ScoreTable> scores_of(Recipe& recipe, const at::Tensor& inputs);

/// Rows whose highest score is that of their target; of equal scores the lower class counts, a row with a NaN is wrong.
[[nodiscard]] std::uint64_t count_right(const ScoreTable& scores, std::span<const std::int64_t> targets) noexcept;

/// Class numbers as integers, in C order; negative ones do not count. @throws UserError when the targets are no
/// integers.
[[nodiscard]] std::vector<std::int64_t> class_numbers(const at::Tensor& targets);

}  // namespace assay::train::detail
