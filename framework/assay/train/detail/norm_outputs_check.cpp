#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/operator_watch.hpp>
#include <assay/train/recipe.hpp>

#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::train::detail {
namespace {

constexpr double kNormTolerance = 0.05;

/// What a normalisation gave before weight and bias, as rows whose variance should be one; undefined when it is not
/// known how the call normalises, or when it used running statistics.
at::Tensor normalised_rows(const OperatorCall& call) {
  const bool batch = call.name == "aten::native_batch_norm";
  const bool layer = call.name == "aten::native_layer_norm";
  const bool group = call.name == "aten::native_group_norm";
  if (call.outputs.empty() || !call.outputs[0].defined() || !(batch || layer || group)) {
    return {};
  }
  constexpr std::size_t kTrainingPlace = 5;  // of native_batch_norm
  constexpr std::size_t kGroupsPlace = 6;    // of native_group_norm
  if (batch &&
      (call.numbers.size() <= kTrainingPlace || call.numbers[kTrainingPlace] != std::vector<std::int64_t>{1})) {
    return {};
  }
  at::Tensor rows = call.outputs[0].detach().to(at::kDouble);
  const at::Tensor weight = call.inputs.size() > 2 ? call.inputs[layer ? 2 : 1] : at::Tensor();
  const at::Tensor bias = call.inputs.size() > 3 ? call.inputs[layer ? 3 : 2] : at::Tensor();
  const auto along = [&](const at::Tensor& affine) {
    at::Tensor wide = affine.detach().to(at::kDouble);
    for (std::int64_t i = 2; !layer && i < rows.dim(); ++i) {
      wide = wide.unsqueeze(-1);
    }
    return wide;
  };
  if (bias.defined()) {
    rows = rows - along(bias);
  }
  if (weight.defined()) {
    constexpr double kSmallest = 1e-6;  // below it nothing is left to divide
    const at::Tensor scale = along(weight);
    rows = (rows / scale).where(scale.abs().gt(kSmallest), at::Scalar(std::nan("")));
  }
  if (batch) {
    return rows.movedim(1, 0).reshape({rows.size(1), -1});
  }
  if (group) {
    const auto& groups = call.numbers.size() > kGroupsPlace ? call.numbers[kGroupsPlace] : std::vector<std::int64_t>();
    return groups.empty() ? at::Tensor() : rows.reshape({rows.size(0) * groups.front(), -1});
  }
  std::int64_t width = 1;
  for (const std::int64_t size : call.numbers.size() > 1 ? call.numbers[1] : std::vector<std::int64_t>()) {
    width *= size;
  }
  return rows.reshape({-1, width});
}

/// The median over rows of their variance, of rows with at least two numbers that are all finite.
std::optional<double> median_variance(const at::Tensor& rows) {
  if (!rows.defined() || rows.numel() == 0 || rows.size(1) < 2) {
    return std::nullopt;
  }
  const at::Tensor variance = rows.var(1, /*unbiased=*/false);
  const at::Tensor finite = variance.masked_select(variance.isfinite());
  return finite.numel() == 0 ? std::nullopt : std::optional(finite.median().item().toDouble());
}

class NormOutputs : public Check {
 public:
  explicit NormOutputs(double tolerance) : tolerance_(tolerance) {}

  [[nodiscard]] bool probes(std::uint64_t step) const override { return step == 0; }

  void probe(const CheckContext& context, const StepView& view) override {
    const c10::NoGradGuard no_gradients;
    const std::vector<NamedTensor> parameters = named_parameters(context.recipe.model());
    std::size_t number = 0;
    const OperatorWatch watch(
        [](std::string_view name) { return name.starts_with("aten::native_") && name.ends_with("_norm"); },
        [&](const OperatorCall& call) {
          const std::optional<double> variance = median_variance(normalised_rows(call));
          if (variance) {
            judge(name_of(call, parameters, number), *variance);
          }
          ++number;
        });
    (void)context.recipe.loss(view.batch);
    probed_ = true;
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& /*fit*/) override {
    if (!probed_) {
      return not_run("norm_outputs", "the run ended before its first step");
    }
    return judged_ > 0 ? judged("norm_outputs", findings_)
                       : skipped("norm_outputs", "the model has no normalisation layer at work in training mode");
  }

 private:
  static std::string name_of(const OperatorCall& call, const std::vector<NamedTensor>& parameters, std::size_t number) {
    for (const at::Tensor& input : call.inputs) {
      for (const NamedTensor& parameter : parameters) {
        if (input.defined() && input.is_same(parameter.tensor)) {
          return parameter.name.substr(0, parameter.name.rfind('.'));
        }
      }
    }
    return fmt::format("normalisation {} of the forward pass ({})", number, call.name);
  }

  void judge(const std::string& name, double variance) {
    ++judged_;
    if (std::abs(variance - 1) <= tolerance_) {
      return;
    }
    findings_.push_back(failure(
        fmt::format("what {} gives before weight and bias has a variance of {} (median over channels or samples), not "
                    "1: its eps is too large for what comes in, or what comes in hardly varies",
                    name, short_text(variance)),
        fmt::format("[{}, {}]", short_text(1 - tolerance_), short_text(1 + tolerance_)), variance));
  }

  double tolerance_;
  bool probed_ = false;
  std::size_t judged_ = 0;
  std::vector<base::Failure> findings_;
};

}  // namespace

std::unique_ptr<Check> make_norm_outputs(const CheckSetting& setting) {
  return std::make_unique<NormOutputs>(setting.tolerance.value_or(kNormTolerance));
}

}  // namespace assay::train::detail
