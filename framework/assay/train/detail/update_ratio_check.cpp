#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/band_judgement.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/frozen.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

namespace assay::train::detail {
namespace {

/// By then an optimizer with momentum has its stride.
constexpr std::uint64_t kRatioStep = 3;

class UpdateRatio : public Check {
 public:
  [[nodiscard]] bool wants_gradients(std::uint64_t step) const override { return step == 0; }

  void before_step(const CheckContext& context, const StepView& view) override {
    watched_ = context.calibration != nullptr || context.measuring;
    if (watched_ && view.step == kRatioStep) {
      for (const NamedTensor& parameter : named_parameters(context.recipe.model())) {
        before_.push_back(copy_of(parameter.tensor));
      }
    }
  }

  void after_step(const CheckContext& context, const StepView& view) override {
    const c10::NoGradGuard no_gradients;
    if (watched_ && view.step == 0) {
      for (const ObservedGradient& gradient : view.gradients) {
        note_zero_rows(gradient);
      }
    }
    reached_ = reached_ || view.step == kRatioStep;
    if (!watched_ || view.step != kRatioStep) {
      return;
    }
    std::size_t next = 0;
    for (const NamedTensor& parameter : named_parameters(context.recipe.model())) {
      const at::Tensor& before = before_[next++];
      if (is_frozen(context.declarations, parameter.name)) {
        continue;
      }
      const double size = before.to(at::kDouble).norm().item().toDouble();
      const double moved = (parameter.tensor.to(at::kDouble) - before.to(at::kDouble)).norm().item().toDouble();
      constexpr double kNothing = -30;
      measures_.push_back({"update_ratio." + parameter.name,
                           size > 0 && moved > 0 ? std::max(kNothing, std::log10(moved / size)) : kNothing});
    }
    before_.clear();
  }

  [[nodiscard]] std::vector<Measure> measures() const override { return measures_; }

  [[nodiscard]] base::CheckResult result(const CheckContext& context, const FitView& /*fit*/) override {
    if (!reached_) {
      return not_run("update_ratio", fmt::format("the run ended before its step {}", kRatioStep));
    }
    if (context.calibration == nullptr) {
      return skipped("update_ratio", "no bands: `assay calibrate` makes them");
    }
    std::vector<base::Failure> findings;
    judge(*context.calibration, findings);
    return judged("update_ratio", std::move(findings));
  }

 private:
  /// Rows of a gradient that are zero: units that nothing reaches.
  void note_zero_rows(const ObservedGradient& gradient) {
    if (!gradient.used.defined() || gradient.used.dim() < 2 || gradient.used.numel() == 0) {
      return;
    }
    const at::Tensor rows = to_dense_cpu(gradient.used).reshape({gradient.used.size(0), -1});
    const double zero = rows.eq(0).all(1).sum().item().toDouble();
    measures_.push_back({"zero_rows." + gradient.name, zero / static_cast<double>(rows.size(0))});
  }

  void judge(const Calibration& calibration, std::vector<base::Failure>& findings) const {
    const auto ratios = out_of_band(measures_, calibration, "update_ratio.");
    std::vector<std::string> places;
    for (const OutOfBand& each : ratios) {
      places.push_back(fmt::format("{} {}, healthy [{}, {}]", each.name.substr(each.name.find('.') + 1),
                                   short_text(std::pow(10, each.value)), short_text(std::pow(10, each.band.low)),
                                   short_text(std::pow(10, each.band.high))));
    }
    if (!ratios.empty()) {
      findings.push_back(failure(
          fmt::format("at step {} {} by another part of its size than in healthy runs, farthest first: {}", kRatioStep,
                      counted(ratios.size(), "parameter moved", "parameters moved each"), listed(places)),
          fmt::format("[{}, {}]", short_text(std::pow(10, ratios.front().band.low)),
                      short_text(std::pow(10, ratios.front().band.high))),
          std::pow(10, ratios.front().value)));
      findings.back().unexpected = ratios.size();
    }
    const auto zeros = out_of_band(measures_, calibration, "zero_rows.");
    places.clear();
    for (const OutOfBand& each : zeros) {
      places.push_back(fmt::format("{} {}, healthy [{}, {}]", each.name.substr(each.name.find('.') + 1),
                                   short_text(each.value), short_text(std::max(0.0, each.band.low)),
                                   short_text(std::min(1.0, each.band.high))));
    }
    if (!zeros.empty()) {
      findings.push_back(failure(
          fmt::format("at step 0 the share of gradient rows that are zero (units that nothing reaches) is not that of "
                      "healthy runs: {}",
                      listed(places)),
          fmt::format("[{}, {}]", short_text(zeros.front().band.low), short_text(zeros.front().band.high)),
          zeros.front().value));
    }
  }

  bool reached_ = false;
  bool watched_ = false;  ///< there are bands, or there will be
  std::vector<at::Tensor> before_;
  std::vector<Measure> measures_;
};

}  // namespace

std::unique_ptr<Check> make_update_ratio(const CheckSetting& /*setting*/) { return std::make_unique<UpdateRatio>(); }

}  // namespace assay::train::detail
