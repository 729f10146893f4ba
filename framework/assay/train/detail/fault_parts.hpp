#pragma once

#include <assay/train/batch.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/standard_loss.hpp>

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::train {
class Recipe;
}

namespace assay::train::detail {

/// Names of the layers that hold parameters, in order of registration: `fc1` of `fc1.weight`; of a parameter of the
/// model itself its own name.
[[nodiscard]] std::vector<std::string> layers_with_parameters(Recipe& recipe);
/// The parameters of the first layer, of all layers but the last, and the biases.
[[nodiscard]] std::vector<NamedTensor> first_layer(Recipe& recipe);
[[nodiscard]] std::vector<NamedTensor> body(Recipe& recipe);
[[nodiscard]] std::vector<NamedTensor> biases(Recipe& recipe);

/// Every tensor that the optimizer updates and that has a gradient now.
[[nodiscard]] std::vector<at::Tensor> with_gradients(Recipe& recipe);

/// Some samples of a batch, in any order and any number of times.
[[nodiscard]] Batch rows_of(const Batch& batch, const at::Tensor& rows);
/// 0 to `count` - 1 in an order that follows from the seed; of two or more never the order they had.
[[nodiscard]] at::Tensor shuffled_rows(std::int64_t count, std::uint64_t seed);

/// A loss by name, by LibTorch's own functions.
[[nodiscard]] at::Tensor named_loss(const StandardLoss& loss, const at::Tensor& outputs, const at::Tensor& targets);

/// Copies of all parameters and buffers.
[[nodiscard]] std::vector<at::Tensor> state_of(Recipe& recipe);
/// Whether all are equal to the bit (NaN equals nothing).
[[nodiscard]] bool same_state(const std::vector<at::Tensor>& one, const std::vector<at::Tensor>& other);

}  // namespace assay::train::detail
