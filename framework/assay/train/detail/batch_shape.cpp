#include <assay/base/error.hpp>
#include <assay/train/batch.hpp>
#include <assay/train/detail/batch_shape.hpp>
#include <assay/train/detail/module_view.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace assay::train::detail {
namespace {

void require_same_rows(const std::string& name, const at::Tensor& tensor, std::int64_t rows) {
  if (!tensor.defined() || tensor.dim() == 0 || tensor.size(0) != rows) {
    throw base::UserError(
        fmt::format("the batch has {} inputs, but its {} are {}: the first dimension counts the samples", rows, name,
                    tensor.defined() ? shape_text(tensor) : "undefined"));
  }
}

}  // namespace

void require_rows(const Batch& batch) {
  if (!batch.inputs.defined() || batch.inputs.dim() == 0 || batch.inputs.size(0) == 0) {
    throw base::UserError(
        fmt::format("the inputs of the batch are {}: at least one sample along the first dimension is "
                    "needed",
                    batch.inputs.defined() ? shape_text(batch.inputs) : "undefined"));
  }
  const std::int64_t rows = batch.inputs.size(0);
  if (batch.targets.defined()) {
    require_same_rows("targets", batch.targets, rows);
  }
  for (std::size_t i = 0; i < batch.extra.size(); ++i) {
    require_same_rows(fmt::format("extra tensors number {}", i), batch.extra[i], rows);
  }
}

}  // namespace assay::train::detail
