#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/operator_watch.hpp>
#include <assay/train/recipe.hpp>

#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace assay::train::detail {
namespace {

class DeadUnits : public Check {
 public:
  explicit DeadUnits(double most) : most_(most) {}

  void after_fit(const CheckContext& context, const FitView& /*fit*/) override {
    const c10::NoGradGuard no_gradients;
    const EvaluationMode evaluation(context.recipe.model());
    const OperatorWatch watch([](std::string_view name) { return name == "aten::relu" || name == "aten::relu_"; },
                              [&](const OperatorCall& call) { look_at(call); });
    (void)context.recipe.loss(context.recipe.batch(0));
    looked_ = true;
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& /*fit*/) override {
    if (!looked_) {
      return not_run("dead_units", "the run ended early");
    }
    if (layers_ == 0) {
      return skipped("dead_units", "the model has no units that can be dead: no ReLU");
    }
    base::CheckResult made = judged("dead_units", findings_);
    made.metrics.push_back({"dead_units", largest_, "ratio", "lower"});
    return made;
  }

 private:
  /// Units are the channels of images and the last dimension of everything else.
  void look_at(const OperatorCall& call) {
    const at::Tensor seen = call.outputs.empty() ? at::Tensor() : call.outputs.front();
    if (!seen.defined() || seen.dim() < 2 || seen.numel() == 0) {
      return;
    }
    const at::Tensor rows = seen.movedim(seen.dim() == 4 || seen.dim() == 5 ? 1 : seen.dim() - 1, 0);
    const auto units = static_cast<std::size_t>(rows.size(0));
    const auto dead = static_cast<std::size_t>(rows.reshape({rows.size(0), -1}).le(0).all(1).sum().item().toLong());
    const double share = static_cast<double>(dead) / static_cast<double>(units);
    largest_ = std::max(largest_, share);
    if (share > most_) {
      findings_.push_back(failure(
          fmt::format("after training {} of the {} behind ReLU {} of the forward pass are zero for every sample of the "
                      "batch: they never learn again",
                      dead, counted(units, "unit", "units"), layers_),
          fmt::format("at most {} of them", short_text(most_)), share));
      findings_.back().unexpected = dead;
      findings_.back().total = units;
    }
    ++layers_;
  }

  double most_;
  bool looked_ = false;
  std::size_t layers_ = 0;
  double largest_ = 0;
  std::vector<base::Failure> findings_;
};

}  // namespace

std::unique_ptr<Check> make_dead_units(const CheckSetting& setting) {
  constexpr double kMostDead = 0.7;  // Zhang et al. 2021 (AutoTrainer) call a layer dead from this share on
  return std::make_unique<DeadUnits>(setting.tolerance.value_or(kMostDead));
}

}  // namespace assay::train::detail
