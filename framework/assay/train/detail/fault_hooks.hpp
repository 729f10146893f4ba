#pragma once

#include <assay/train/fault.hpp>
#include <assay/train/recipe.hpp>
#include <assay/train/recipe_settings.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace assay::train::detail {

/// Inputs in, outputs of the healthy recipe out; whatever else the batch holds stays as it is.
using Forward = std::function<at::Tensor(const at::Tensor& inputs)>;

/// What a fault changes. An empty function leaves that part healthy. State of a fault lives in its functions, which
/// belong to one recipe. `faulty` is the recipe with the fault, `healthy` the one inside of it.
struct FaultHooks {
  /// Why it cannot be done, as a clause. The recipe was built for the question alone, and may be changed and stepped.
  std::function<std::optional<std::string>(Recipe& healthy)> why_not;
  std::function<void(Recipe& healthy)> built;  ///< once, after the recipe was built

  std::function<Batch(Recipe& healthy, std::uint64_t index)> batch;
  std::function<at::Tensor(Recipe& healthy, const Batch& batch)> loss;
  std::function<at::Tensor(const Forward& healthy, const at::Tensor& inputs)> outputs;
  std::function<void(Recipe& healthy)> before_step;
  std::function<void(Recipe& healthy)> after_step;

  /// Parts of the training loop, in their order. One of them, or `loss`, makes the default loop that of the recipe.
  std::function<void(Recipe& faulty)> clear;                             ///< for `zero_grad`
  std::function<at::Tensor(Recipe& faulty, const Batch& batch)> learns;  ///< for loss and backward; returns the loss
  std::function<void(Recipe& faulty)> gradients;                         ///< after `transform_gradients`
  std::function<void(Recipe& faulty)> update;                            ///< for the optimizer's step
  std::function<at::Tensor(Recipe& faulty, const at::Tensor& loss)> report;  ///< what the step returns

  [[nodiscard]] bool replaces_loop() const { return loss || clear || learns || gradients || update || report; }
};

/// A fault with how it is made for one recipe.
struct PlannedFault {
  FaultDescription description;
  FaultHooks (*make)(const RecipeSettings& settings);
};

[[nodiscard]] std::span<const PlannedFault> loop_faults() noexcept;
[[nodiscard]] std::span<const PlannedFault> loss_faults() noexcept;
[[nodiscard]] std::span<const PlannedFault> optimizer_faults() noexcept;
[[nodiscard]] std::span<const PlannedFault> model_faults() noexcept;
[[nodiscard]] std::span<const PlannedFault> batch_faults() noexcept;
[[nodiscard]] std::span<const PlannedFault> mode_faults() noexcept;
[[nodiscard]] std::span<const PlannedFault> process_faults() noexcept;

}  // namespace assay::train::detail
