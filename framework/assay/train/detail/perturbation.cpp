#include <assay/train/detail/perturbation.hpp>
#include <assay/train/detail/tensor_bytes.hpp>

#include <ATen/TensorOperators.h>
#include <ATen/ops/where.h>
#include <c10/core/GradMode.h>

#include <vector>

namespace assay::train::detail {
namespace {

/// Others of the same kind: of integers those of another place of the same tensor, so that they are numbers which the
/// model knows.
at::Tensor others(const at::Tensor& values) {
  if (values.is_floating_point()) {
    return 1 - values;
  }
  if (values.scalar_type() == at::kBool) {
    return values.logical_not();
  }
  const at::Tensor flat = values.reshape({-1});
  at::Tensor made = flat.roll(1);
  // What the shift has left equal takes whatever other number there is.
  for (const at::Tensor& other : {flat.max(), flat.min()}) {
    made = at::where(made.eq(flat), other, made);
  }
  return made.reshape(values.sizes());
}

at::Tensor rows_replaced(const at::Tensor& tensor, std::int64_t to, std::int64_t from) {
  if (!tensor.defined()) {
    return tensor;
  }
  at::Tensor copy = copy_of(tensor);
  copy.select(0, to).copy_(tensor.select(0, from));
  return copy;
}

}  // namespace

Batch with_sample_replaced(const Batch& batch, std::int64_t to, std::int64_t from) {
  const c10::NoGradGuard no_gradients;
  Batch made{rows_replaced(batch.inputs, to, from), batch.targets, {}};
  for (const at::Tensor& each : batch.extra) {
    made.extra.push_back(rows_replaced(each, to, from));
  }
  return made;
}

Batch with_position_replaced(const Batch& batch, std::int64_t position) {
  const c10::NoGradGuard no_gradients;
  Batch made{copy_of(batch.inputs), batch.targets, batch.extra};
  const at::Tensor replaced = others(batch.inputs).select(1, position);
  made.inputs.select(1, position).copy_(replaced);
  return made;
}

Batch with_elements_replaced(const Batch& batch, const at::Tensor& mask) {
  const c10::NoGradGuard no_gradients;
  at::Tensor wide = mask;
  while (wide.dim() < batch.inputs.dim()) {
    wide = wide.unsqueeze(-1);
  }
  return {at::where(wide.to(at::kBool), others(batch.inputs), batch.inputs), batch.targets, batch.extra};
}

at::Tensor same_along(const at::Tensor& left, const at::Tensor& right, std::int64_t dimension) {
  const c10::NoGradGuard no_gradients;
  const at::Tensor same = left.eq(right).logical_or(left.isnan().logical_and(right.isnan()));
  const at::Tensor first = same.movedim(dimension, 0);
  return first.reshape({first.size(0), -1}).all(1);
}

}  // namespace assay::train::detail
