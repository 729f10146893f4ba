#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace assay::train::detail {
namespace {

class EvaluationGap : public Check {
 public:
  explicit EvaluationGap(double share) : share_(share) {}

  void after_fit(const CheckContext& context, const FitView& fit) override {
    if (!fit.reached) {
      return;
    }
    const c10::NoGradGuard no_gradients;
    const EvaluationMode evaluation(context.recipe.model());
    double sum = 0;
    for (std::uint64_t index = 0; index < context.batches; ++index) {
      sum += single_value(context.recipe.loss(context.recipe.batch(index)), "the loss");
    }
    loss_ = sum / static_cast<double>(context.batches);
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& context, const FitView& fit) override {
    if (!loss_) {
      return not_run("evaluation_gap", fit.reached ? "the run ended early"
                                                   : "the goal was not reached, so there is nothing to answer from");
    }
    const double first = fit.losses.front();
    const double end = fit.losses.back();
    const double goal = context.goal_loss.value_or(end);
    const double limit = std::max(goal, end) + share_ * std::max(0.0, first - goal);
    base::CheckResult made = passed("evaluation_gap");
    if (!(*loss_ <= limit)) {
      made =
          failed("evaluation_gap",
                 {failure(fmt::format("what was memorised is not there in evaluation mode: the loss on the same batch "
                                      "is {} then, {} in training mode and {} at first; running statistics, dropout "
                                      "or another path through the model answer otherwise than in training",
                                      short_text(*loss_), short_text(end), short_text(first)),
                          fmt::format("<= {}", short_text(limit)), *loss_)});
    }
    made.metrics.push_back({"evaluation_gap", *loss_ - end, "", "lower"});
    return made;
  }

 private:
  double share_;
  std::optional<double> loss_;
};

}  // namespace

std::unique_ptr<Check> make_evaluation_gap(const CheckSetting& setting) {
  constexpr double kShare = 0.5;
  return std::make_unique<EvaluationGap>(setting.tolerance.value_or(kShare));
}

}  // namespace assay::train::detail
