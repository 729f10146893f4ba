#pragma once

#include <assay/train/batch.hpp>

#include <cstdint>

namespace assay::train::detail {

/// The batch with sample `to` replaced by sample `from`, in inputs and extra tensors; nothing of it is shared.
[[nodiscard]] Batch with_sample_replaced(const Batch& batch, std::int64_t to, std::int64_t from);

/// The batch with the inputs of every sample at position `position` of the second dimension replaced by others of the
/// batch that differ from them: of integers the one of the nearest position that differs (or the next number where
/// none does), of floating-point numbers the negative plus one.
[[nodiscard]] Batch with_position_replaced(const Batch& batch, std::int64_t position);

/// The same of the elements of `inputs` where `mask` (of the shape of `inputs` or its first dimensions) is true.
[[nodiscard]] Batch with_elements_replaced(const Batch& batch, const at::Tensor& mask);

/// For each place along dimension `dimension`, whether the two tensors hold the same bits there, NaN equal to NaN.
[[nodiscard]] at::Tensor same_along(const at::Tensor& left, const at::Tensor& right, std::int64_t dimension);

}  // namespace assay::train::detail
