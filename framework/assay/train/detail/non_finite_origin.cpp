#include <assay/train/detail/build_recipe.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/non_finite_origin.hpp>
#include <assay/train/detail/operator_watch.hpp>
#include <assay/train/detail/random_state.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include <c10/core/GradMode.h>
#include <fmt/format.h>
#include <torch/nn/module.h>

#include <cmath>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::train::detail {
namespace {

enum class Bad { kNothing, kInfinite, kNan };

Bad badness(const std::vector<at::Tensor>& tensors) {
  Bad worst = Bad::kNothing;
  for (const at::Tensor& tensor : tensors) {
    if (!tensor.defined() || !tensor.is_floating_point() || tensor.numel() == 0 || tensor.layout() != at::kStrided) {
      continue;
    }
    if (tensor.isnan().any().item().toBool()) {
      return Bad::kNan;
    }
    worst = tensor.isinf().any().item().toBool() ? Bad::kInfinite : worst;
  }
  return worst;
}

/// `values from -3.2 to 88.7`, and how many are infinite.
std::string described(const std::vector<at::Tensor>& inputs) {
  for (const at::Tensor& input : inputs) {
    if (!input.defined() || !input.is_floating_point() || input.numel() == 0) {
      continue;
    }
    const at::Tensor values = to_dense_cpu(input).to(at::kDouble);
    const std::int64_t infinite = values.isinf().sum().item().toLong();
    return fmt::format("its input, {}, goes from {} to {}{}", shape_text(input),
                       short_text(values.min().item().toDouble()), short_text(values.max().item().toDouble()),
                       infinite > 0 ? fmt::format(" with {} infinite",
                                                  counted(static_cast<std::size_t>(infinite), "element", "elements"))
                                    : "");
  }
  return "";
}

/// New memory holds anything.
bool makes_values(std::string_view name) { return name.find("empty") == std::string_view::npos; }

/// What is seen of the operators of one step.
struct Origin {
  std::string nan;  ///< of the first NaN, a clause; empty: none
  std::string infinity;
  std::string last_parameter;
};

void look(Origin& origin, const OperatorCall& call, const std::vector<NamedTensor>& parameters) {
  const c10::NoGradGuard no_gradients;
  for (const NamedTensor& parameter : parameters) {
    for (const at::Tensor& input : call.inputs) {
      if (call.backward_of.empty() && input.defined() && input.is_same(parameter.tensor)) {
        origin.last_parameter = parameter.name;
      }
    }
  }
  const Bad after = badness(call.outputs);
  if (after == Bad::kNothing || !origin.nan.empty()) {
    return;
  }
  const Bad before = badness(call.inputs);
  const auto clause = [&](const char* what) {
    const std::string inputs = described(call.inputs);
    return fmt::format("the first {} is made by {}{}{}{}", what, call.name,
                       call.backward_of.empty() ? "" : fmt::format(" in the backward pass ({})", call.backward_of),
                       origin.last_parameter.empty() ? "" : fmt::format(", after {} was used", origin.last_parameter),
                       inputs.empty() ? "" : "; " + inputs);
  };
  if (after == Bad::kNan && before != Bad::kNan) {
    origin.nan = clause("NaN");
  } else if (after == Bad::kInfinite && before == Bad::kNothing && origin.infinity.empty()) {
    origin.infinity = clause("infinity");
  }
}

bool gone_bad(Recipe& recipe, double loss) {
  std::vector<at::Tensor> gradients;
  for (const NamedTensor& parameter : named_parameters(recipe.model())) {
    gradients.push_back(parameter.tensor.grad());
  }
  return !std::isfinite(loss) || badness(gradients) != Bad::kNothing;
}

Batch in_float64(Batch batch) {
  const auto wide = [](at::Tensor& tensor) {
    if (tensor.defined() && tensor.is_floating_point()) {
      tensor = tensor.to(at::kDouble);
    }
  };
  wide(batch.inputs);
  wide(batch.targets);
  for (at::Tensor& each : batch.extra) {
    wide(each);
  }
  return batch;
}

/// The step at which the run goes bad, at the latest `last`: not every gradient of a run is looked at.
std::uint64_t first_bad_step(const RecipeFactory& factory, const RecipeSettings& built, std::uint64_t batches,
                             const RunSettings& settings, std::uint64_t last) {
  const Session session(settings.seed, settings.threads);
  const std::unique_ptr<Recipe> recipe = build_recipe(factory, built);
  for (std::uint64_t step = 0; step < last; ++step) {
    const at::Tensor loss = recipe->step(recipe->batch(step % batches));
    if (gone_bad(*recipe, single_value(loss, "the loss"))) {
      return step;
    }
  }
  return last;
}

/// The step at which the same run goes bad in float64; none: it does not up to `last`.
std::optional<std::uint64_t> bad_step_in_float64(Recipe& recipe, std::uint64_t batches, std::uint64_t last) {
  recipe.model().to(at::kDouble);
  for (std::uint64_t step = 0; step <= last; ++step) {
    const at::Tensor loss = recipe.step(in_float64(recipe.batch(step % batches)));
    if (gone_bad(recipe, single_value(loss, "the loss"))) {
      return step;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string non_finite_origin(const RecipeFactory& factory, const suite::MemorizeCase& wanted,
                              const RunSettings& settings, std::uint64_t step) {
  RecipeSettings built;
  built.seed = settings.seed;
  built.batch_size = wanted.batch_size;
  std::string text;
  try {
    step = first_bad_step(factory, built, wanted.batches, settings, step);
    const Session session(settings.seed, settings.threads);
    const std::unique_ptr<Recipe> recipe = build_recipe(factory, built);
    const std::vector<NamedTensor> parameters = named_parameters(recipe->model());
    for (std::uint64_t i = 0; i < step; ++i) {
      (void)recipe->step(recipe->batch(i % wanted.batches));
    }
    const Batch batch = recipe->batch(step % wanted.batches);
    if (badness({batch.inputs, batch.targets}) != Bad::kNothing) {
      return "";  // no operator is to blame
    }
    Origin origin;
    {
      const OperatorWatch watch(makes_values, [&](const OperatorCall& call) { look(origin, call, parameters); });
      (void)recipe->step(batch);
    }
    text = origin.infinity;
    if (!origin.nan.empty()) {
      text += (text.empty() ? "" : ", and ") + origin.nan;
    }
  } catch (const std::exception&) {
    return "";
  }
  if (text.empty()) {
    return "";
  }
  try {
    const Session session(settings.seed, settings.threads);
    const std::unique_ptr<Recipe> recipe = build_recipe(factory, built);
    const auto bad = bad_step_in_float64(*recipe, wanted.batches, step);
    return text + (bad ? fmt::format("; in float64 it happens too, at step {}", *bad)
                       : "; in float64 it does not happen: overflow or rounding of the narrower type");
  } catch (const std::exception&) {
    return text + "; whether float64 helps could not be tried, since the recipe makes tensors of a fixed type";
  }
}

}  // namespace assay::train::detail
