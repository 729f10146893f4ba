#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace assay::train::detail {

/// How far apart the elements are that stand for a tensor of `count` elements: 1 up to 8,192 of them, else an odd
/// number that leaves about as many, so that what an oracle costs does not grow with the model, and every row of a
/// matrix is met.
[[nodiscard]] std::int64_t sample_stride(std::int64_t count) noexcept;

/// Those elements in C order, in float64 and on the CPU, a copy without a graph. Sparse tensors are made dense.
[[nodiscard]] at::Tensor sampled(const at::Tensor& tensor);

}  // namespace assay::train::detail
