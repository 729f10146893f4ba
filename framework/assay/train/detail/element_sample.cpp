#include <assay/train/detail/element_sample.hpp>

#include <c10/core/GradMode.h>

namespace assay::train::detail {

std::int64_t sample_stride(std::int64_t count) noexcept {
  constexpr std::int64_t kMost = 8'192;
  return count <= kMost ? 1 : ((count + kMost - 1) / kMost) | 1;
}

at::Tensor sampled(const at::Tensor& tensor) {
  const c10::NoGradGuard no_gradients;
  const at::Tensor dense = tensor.layout() == at::kStrided ? tensor.detach() : tensor.detach().to_dense();
  const at::Tensor some = dense.reshape({-1}).slice(0, 0, std::nullopt, sample_stride(dense.numel()));
  return some.to(at::TensorOptions().dtype(at::kDouble).device(at::kCPU), /*non_blocking=*/false, /*copy=*/true);
}

}  // namespace assay::train::detail
