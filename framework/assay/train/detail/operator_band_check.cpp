#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/band_judgement.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/operator_watch.hpp>
#include <assay/train/recipe.hpp>

#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace assay::train::detail {
namespace {

/// Operators whose sizes tell how a network is wired: products, convolutions, norms, activations, softmax.
bool tells_size(std::string_view name) {
  constexpr std::array<std::string_view, 22> kNames = {"aten::addmm",
                                                       "aten::mm",
                                                       "aten::bmm",
                                                       "aten::baddbmm",
                                                       "aten::convolution",
                                                       "aten::_softmax",
                                                       "aten::_log_softmax",
                                                       "aten::native_batch_norm",
                                                       "aten::native_layer_norm",
                                                       "aten::native_group_norm",
                                                       "aten::relu",
                                                       "aten::gelu",
                                                       "aten::silu",
                                                       "aten::tanh",
                                                       "aten::sigmoid",
                                                       "aten::leaky_relu",
                                                       "aten::elu",
                                                       "aten::embedding",
                                                       "aten::lstm",
                                                       "aten::gru",
                                                       "aten::scaled_dot_product_attention",
                                                       "aten::dropout"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// log10 of the root mean square of the finite elements; -30 for none and for zeros alone.
double log_size(const at::Tensor& tensor) {
  constexpr double kNothing = -30;
  const at::Tensor values = tensor.detach().to(at::kDouble);
  const at::Tensor finite = values.isfinite();
  const double count = finite.sum().item().toDouble();
  const double squares = values.where(finite, at::Scalar(0.0)).square().sum().item().toDouble();
  return count > 0 && squares > 0 ? std::max(kNothing, 0.5 * std::log10(squares / count)) : kNothing;
}

class OperatorBand : public Check {
 public:
  explicit OperatorBand(bool judged) : judged_(judged) {}

  [[nodiscard]] bool probes(std::uint64_t step) const override { return step == 0; }

  void probe(const CheckContext& context, const StepView& view) override {
    probed_ = true;
    if (context.calibration == nullptr && !context.measuring) {
      return;  // nothing to compare with, and nobody asks
    }
    const c10::NoGradGuard no_gradients;
    std::vector<OperatorCall> calls;
    {
      const OperatorWatch watch(tells_size, [&](const OperatorCall& call) { calls.push_back(call); });
      (void)context.recipe.loss(view.batch);
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const auto add = [&](std::string_view side, const at::Tensor& tensor) {
        if (tensor.defined() && tensor.is_floating_point() && tensor.numel() > 0) {
          measures_.push_back({fmt::format("operator.{}.{}.{}", i, calls[i].name, side), log_size(tensor)});
        }
      };
      add("in", calls[i].inputs.empty() ? at::Tensor() : calls[i].inputs.front());
      add("out", calls[i].outputs.empty() ? at::Tensor() : calls[i].outputs.front());
    }
  }

  [[nodiscard]] std::vector<Measure> measures() const override { return measures_; }

  [[nodiscard]] base::CheckResult result(const CheckContext& context, const FitView& /*fit*/) override {
    if (!probed_) {
      return not_run("operator_band", "the run ended before its first step");
    }
    if (context.calibration == nullptr) {
      return skipped("operator_band", "no bands: `assay calibrate` makes them");
    }
    const UnlikeMeasures unlike = unlike_measures(measures_, *context.calibration, "operator.");
    if (!unlike.missing.empty() || !unlike.unknown.empty()) {
      const std::string sentence = fmt::format(
          "the forward pass runs other operators than when the bands were made: {}{}{}; when that is meant, calibrate "
          "again",
          unlike.unknown.empty() ? "" : "new " + listed(unlike.unknown),
          unlike.unknown.empty() || unlike.missing.empty() ? "" : "; ",
          unlike.missing.empty() ? "" : "gone " + listed(unlike.missing));
      // Another way to compute the same is no fault; whoever wants the operators themselves kept says `true`.
      return judged_ ? failed("operator_band", {failure(sentence, std::string("the operators of the calibration"))})
                     : skipped("operator_band", sentence);
    }
    const std::vector<OutOfBand> outside = out_of_band(measures_, *context.calibration, "operator.");
    if (outside.empty()) {
      return passed("operator_band");
    }
    std::vector<std::string> places;
    for (const OutOfBand& each : outside) {
      places.push_back(fmt::format("{} is {}, healthy [{}, {}]", each.name, short_text(std::pow(10, each.value)),
                                   short_text(std::pow(10, each.band.low)), short_text(std::pow(10, each.band.high))));
    }
    base::Failure found =
        failure(fmt::format("the size (root mean square) of {} in the first forward pass is not that of healthy runs, "
                            "farthest first: {}",
                            counted(outside.size(), "tensor", "tensors"), listed(places)),
                fmt::format("[{}, {}]", short_text(std::pow(10, outside.front().band.low)),
                            short_text(std::pow(10, outside.front().band.high))),
                std::pow(10, outside.front().value));
    found.unexpected = outside.size();
    found.total = measures_.size();
    return failed("operator_band", {std::move(found)});
  }

 private:
  bool judged_;
  bool probed_ = false;
  std::vector<Measure> measures_;
};

}  // namespace

std::unique_ptr<Check> make_operator_band(const CheckSetting& setting) {
  return std::make_unique<OperatorBand>(setting.judged);
}

}  // namespace assay::train::detail
