#include <assay/base/error.hpp>
#include <assay/base/seed.hpp>
#include <assay/train/detail/fault_parts.hpp>
#include <assay/train/detail/optimizer_view.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include <torch/nn/functional/loss.h>
#include <torch/types.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace assay::train::detail {
namespace {

std::string layer_name(const std::string& parameter) {
  const auto dot = parameter.rfind('.');
  return dot == std::string::npos ? parameter : parameter.substr(0, dot);
}

template <class Wanted>
std::vector<NamedTensor> parameters_where(Recipe& recipe, const Wanted& wanted) {
  std::vector<NamedTensor> found;
  for (NamedTensor& each : named_parameters(recipe.model())) {
    if (wanted(each.name)) {
      found.push_back(std::move(each));
    }
  }
  return found;
}

}  // namespace

std::vector<std::string> layers_with_parameters(Recipe& recipe) {
  std::vector<std::string> layers;
  for (const NamedTensor& each : named_parameters(recipe.model())) {
    const std::string layer = layer_name(each.name);
    if (std::find(layers.begin(), layers.end(), layer) == layers.end()) {
      layers.push_back(layer);
    }
  }
  return layers;
}

std::vector<NamedTensor> first_layer(Recipe& recipe) {
  const std::vector<std::string> layers = layers_with_parameters(recipe);
  return parameters_where(recipe, [&](const std::string& name) { return layer_name(name) == layers.front(); });
}

std::vector<NamedTensor> body(Recipe& recipe) {
  const std::vector<std::string> layers = layers_with_parameters(recipe);
  return parameters_where(recipe, [&](const std::string& name) { return layer_name(name) != layers.back(); });
}

std::vector<NamedTensor> biases(Recipe& recipe) {
  return parameters_where(recipe, [](const std::string& name) { return name == "bias" || name.ends_with(".bias"); });
}

std::vector<at::Tensor> with_gradients(Recipe& recipe) {
  std::vector<at::Tensor> tensors;
  for (const OptimizedTensor& each : optimized_tensors(recipe.optimizer())) {
    if (each.tensor.grad().defined()) {
      tensors.push_back(each.tensor);
    }
  }
  return tensors;
}

Batch rows_of(const Batch& batch, const at::Tensor& rows) {
  const auto taken = [&](const at::Tensor& tensor) {
    return tensor.defined() ? tensor.index_select(0, rows.to(tensor.device())) : tensor;
  };
  Batch made{taken(batch.inputs), taken(batch.targets), {}};
  for (const at::Tensor& each : batch.extra) {
    made.extra.push_back(taken(each));
  }
  return made;
}

at::Tensor shuffled_rows(std::int64_t count, std::uint64_t seed) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::uint64_t attempt = seed; count > 1 && std::is_sorted(order.begin(), order.end()); ++attempt) {
    std::uint64_t state = base::derive_seed(attempt, "shuffled rows");
    for (std::size_t i = order.size() - 1; i > 0; --i) {
      state = base::derive_seed(state, "next");
      std::swap(order[i], order[state % (i + 1)]);
    }
  }
  return torch::tensor(order, torch::kLong);
}

at::Tensor named_loss(const StandardLoss& loss, const at::Tensor& outputs, const at::Tensor& targets) {
  namespace functional = torch::nn::functional;
  switch (loss.kind) {
    case StandardLoss::Kind::kCrossEntropy:
      return functional::cross_entropy(
          outputs.flatten(0, -2), targets.flatten(),
          functional::CrossEntropyFuncOptions().label_smoothing(loss.label_smoothing).ignore_index(loss.ignored_label));
    case StandardLoss::Kind::kBinaryCrossEntropy:
      return functional::binary_cross_entropy_with_logits(outputs, targets);
    case StandardLoss::Kind::kSquaredError:
      return functional::mse_loss(outputs, targets);
    case StandardLoss::Kind::kAbsoluteError:
      return functional::l1_loss(outputs, targets);
  }
  throw base::InternalError("a loss without a formula");
}

std::vector<at::Tensor> state_of(Recipe& recipe) {
  std::vector<at::Tensor> state;
  for (const NamedTensor& each : named_parameters(recipe.model())) {
    state.push_back(copy_of(each.tensor.detach()));
  }
  for (const NamedTensor& each : named_buffers(recipe.model())) {
    state.push_back(copy_of(each.tensor.detach()));
  }
  return state;
}

bool same_state(const std::vector<at::Tensor>& one, const std::vector<at::Tensor>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const at::Tensor& a, const at::Tensor& b) { return a.equal(b); });
}

}  // namespace assay::train::detail
