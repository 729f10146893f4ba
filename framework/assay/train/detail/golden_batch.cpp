#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/golden_batch.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include <ATen/TensorOperators.h>
#include <ATen/ops/cat.h>
#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <cstddef>
#include <vector>

namespace assay::train::detail {
namespace {

struct Part {
  std::string name;
  at::Tensor seen;
  at::Tensor golden;
};

std::vector<Part> parts_of(const Batch& batch, const Batch& golden) {
  std::vector<Part> parts;
  const auto add = [&](std::string name, const at::Tensor& seen, const at::Tensor& wanted) {
    if (wanted.defined()) {
      parts.push_back({std::move(name), seen, wanted});
    }
  };
  add("inputs", batch.inputs, golden.inputs);
  add("targets", batch.targets, golden.targets);
  for (std::size_t i = 0; i < golden.extra.size(); ++i) {
    add(fmt::format("extra tensor {}", i), i < batch.extra.size() ? batch.extra[i] : at::Tensor(), golden.extra[i]);
  }
  return parts;
}

/// How far numbers lie apart, as a share of what they should be; NaN equals NaN. Float64, [samples, elements].
at::Tensor shares_apart(const at::Tensor& seen, const at::Tensor& golden) {
  constexpr double kLeastShare = 0.1;  // sums that cancel are rounded by their parts
  const at::Tensor both_nan = seen.isnan().logical_and(golden.isnan());
  const at::Tensor finite = golden.isfinite();
  const double largest =
      finite.any().item().toBool() ? golden.where(finite, at::Scalar(0.0)).abs().max().item().toDouble() : 0.0;
  const at::Tensor scale = golden.abs().clamp_min(std::max(kLeastShare * largest, 1e-300));
  const at::Tensor same = seen.eq(golden).logical_or(both_nan);
  return ((seen - golden).abs() / scale).where(same.logical_not(), at::Scalar(0.0));
}

at::Tensor table_of(const at::Tensor& tensor) {
  const at::Tensor dense = to_dense_cpu(tensor);
  return dense.reshape({dense.size(0), -1}).to(at::kDouble);
}

/// For each sample whether every part of it is that of the golden sample at the same place.
at::Tensor matching_rows(const std::vector<Part>& parts, double tolerance) {
  at::Tensor all;
  for (const Part& part : parts) {
    const at::Tensor shares = shares_apart(table_of(part.seen), table_of(part.golden));
    const at::Tensor within = shares.le(part.golden.is_floating_point() ? tolerance : 0.0).all(1);
    all = all.defined() ? all.logical_and(within) : within;
  }
  return all;
}

/// The order that brings the samples into that of the golden ones; empty when there is none.
std::vector<std::int64_t> order_of(const std::vector<Part>& parts, double tolerance) {
  // Rows against rows: of large batches that is too much to ask.
  constexpr std::int64_t kMostRows = 512;
  const std::int64_t rows = parts.front().golden.size(0);
  if (rows > kMostRows) {
    return {};
  }
  std::vector<std::int64_t> order;
  std::vector<bool> taken(static_cast<std::size_t>(rows), false);
  for (std::int64_t golden = 0; golden < rows; ++golden) {
    at::Tensor fits;
    for (const Part& part : parts) {
      const at::Tensor wanted = table_of(part.golden).narrow(0, golden, 1);
      const at::Tensor shares = shares_apart(table_of(part.seen), wanted.expand({rows, wanted.size(1)}));
      const at::Tensor within = shares.le(part.golden.is_floating_point() ? tolerance : 0.0).all(1);
      fits = fits.defined() ? fits.logical_and(within) : within;
    }
    std::int64_t found = -1;
    for (std::int64_t row = 0; row < rows && found < 0; ++row) {
      if (!taken[static_cast<std::size_t>(row)] && fits[row].item().toBool()) {
        found = row;
      }
    }
    if (found < 0) {
      return {};
    }
    taken[static_cast<std::size_t>(found)] = true;
    order.push_back(found);
  }
  return order;
}

std::optional<BatchDifference> difference_of_shapes(const std::vector<Part>& parts) {
  for (const Part& part : parts) {
    if (!part.seen.defined()) {
      return BatchDifference{fmt::format("it has no {}, the golden one has {}", part.name, shape_text(part.golden)),
                             {}};
    }
    if (part.seen.sizes() != part.golden.sizes() || part.seen.scalar_type() != part.golden.scalar_type()) {
      return BatchDifference{fmt::format("its {} are {}, those of the golden one {}", part.name, shape_text(part.seen),
                                         shape_text(part.golden)),
                             {}};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<BatchDifference> compare_batches(const Batch& batch, const Batch& golden, double tolerance) {
  const c10::NoGradGuard no_gradients;
  const std::vector<Part> parts = parts_of(batch, golden);
  if (auto difference = difference_of_shapes(parts)) {
    return difference;
  }
  if (parts.empty() || matching_rows(parts, tolerance).all().item().toBool() || !order_of(parts, tolerance).empty()) {
    return std::nullopt;
  }
  for (const Part& part : parts) {
    const at::Tensor shares = shares_apart(table_of(part.seen), table_of(part.golden));
    const at::Tensor apart = shares.le(part.golden.is_floating_point() ? tolerance : 0.0).logical_not();
    const std::int64_t count = apart.sum().item().toLong();
    if (count == 0) {
      continue;
    }
    const std::int64_t first = apart.flatten().to(at::kInt).argmax().item().toLong();
    const std::int64_t width = shares.size(1);
    const double seen = table_of(part.seen).flatten()[first].item().toDouble();
    const double wanted = table_of(part.golden).flatten()[first].item().toDouble();
    return BatchDifference{fmt::format("{} of {} of its {} differ, the first in sample {}: {} where {} belongs", count,
                                       counted(static_cast<std::size_t>(shares.numel()), "element", "elements"),
                                       part.name, first / width, short_text(seen), short_text(wanted)),
                           shares.max().item().toDouble()};
  }
  return BatchDifference{"inputs and targets are the same, but belong together in another way", {}};
}

Batch pristine_batch(Recipe& recipe, std::uint64_t index, const Batch& batch, double tolerance) {
  Batch golden = recipe.golden_batch(index);
  if (!golden.inputs.defined() || !compare_batches(batch, golden, tolerance)) {
    return batch;
  }
  if (!golden.targets.defined()) {
    golden.targets = batch.targets;
  }
  return golden;
}

}  // namespace assay::train::detail
