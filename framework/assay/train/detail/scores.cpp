#include <assay/base/error.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/random_state.hpp>
#include <assay/train/detail/scores.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <cmath>
#include <cstddef>

namespace assay::train::detail {

std::optional<ScoreTable> scores_of(Recipe& recipe, const at::Tensor& inputs) {
  const at::Tensor state = random_state();
  at::Tensor scores;
  {
    const c10::NoGradGuard no_gradients;
    const EvaluationMode evaluation(recipe.model());
    scores = recipe.scores(inputs);
  }
  set_random_state(state);
  if (!scores.defined()) {
    return std::nullopt;
  }
  if (scores.dim() < 2 || scores.size(0) != inputs.size(0) || scores.size(-1) < 1 || !scores.is_floating_point()) {
    throw base::UserError(
        fmt::format("scores of {} inputs are {}, but have to be [{}, ..., classes] of a floating-point type",
                    inputs.size(0), shape_text(scores), inputs.size(0)));
  }
  const at::Tensor dense = to_dense_cpu(scores).to(at::kFloat).contiguous();
  const float* first = dense.const_data_ptr<float>();
  return ScoreTable{static_cast<std::uint64_t>(dense.numel() / dense.size(-1)),
                    static_cast<std::uint64_t>(dense.size(-1)),
                    {first, first + dense.numel()}};
}

std::uint64_t count_right(const ScoreTable& scores, std::span<const std::int64_t> targets) noexcept {
  std::uint64_t right = 0;
  for (std::size_t row = 0; row < targets.size() && row < scores.rows; ++row) {
    const auto values = std::span(scores.values).subspan(row * scores.classes, scores.classes);
    std::size_t best = 0;
    bool valid = true;
    for (std::size_t column = 0; column < values.size(); ++column) {
      valid = valid && !std::isnan(values[column]);
      best = values[column] > values[best] ? column : best;
    }
    if (valid && targets[row] >= 0 && best == static_cast<std::size_t>(targets[row])) {
      ++right;
    }
  }
  return right;
}

std::vector<std::int64_t> class_numbers(const at::Tensor& targets) {
  if (!targets.defined() || targets.dim() < 1 || !at::isIntegralType(targets.scalar_type(), /*includeBool=*/true)) {
    throw base::UserError(fmt::format("accuracy needs targets that are class numbers, but they are {}",
                                      targets.defined() ? shape_text(targets) : std::string("undefined")));
  }
  const at::Tensor wide = to_dense_cpu(targets).to(at::kLong).contiguous();
  const std::int64_t* first = wide.const_data_ptr<std::int64_t>();
  return {first, first + wide.numel()};
}

}  // namespace assay::train::detail
