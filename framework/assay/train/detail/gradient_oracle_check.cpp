#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/element_sample.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/golden_batch.hpp>
#include <assay/train/detail/gradient_comparison.hpp>
#include <assay/train/detail/graph.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/optimizer_view.hpp>
#include <assay/train/detail/reference_loss.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay::train::detail {
namespace {

constexpr std::uint64_t kSteps = 3;
constexpr double kTolerance = 1e-3;

std::vector<double> numbers_of(const at::Tensor& gradient) {
  return gradient.defined() ? to_doubles(sampled(gradient)) : std::vector<double>();
}

class GradientOracle : public Check {
 public:
  explicit GradientOracle(double tolerance) : tolerance_(tolerance) {}

  [[nodiscard]] bool probes(std::uint64_t step) const override { return step < kSteps; }
  [[nodiscard]] bool wants_gradients(std::uint64_t step) const override { return step < kSteps; }

  void probe(const CheckContext& context, const StepView& view) override {
    const std::vector<NamedTensor> parameters = named_parameters(context.recipe.model());
    std::vector<at::Tensor> learning;
    for (const NamedTensor& parameter : parameters) {
      if (parameter.tensor.requires_grad()) {
        learning.push_back(parameter.tensor);
      }
    }
    const Batch batch = pristine_batch(context.recipe, view.step % context.batches, view.batch, kGoldenTolerance);
    const at::Tensor reference = reference_loss_of(context.recipe, context.declarations, batch);
    by_reference_ = reference.defined();
    const std::vector<at::Tensor> fresh =
        gradients_of(by_reference_ ? reference : context.recipe.loss(batch), learning);
    for (std::size_t i = 0; i < learning.size(); ++i) {
      // A copy: two parameters may get one and the same tensor, and the transform writes in place.
      learning[i].mutable_grad() = fresh[i].defined() ? copy_of(fresh[i]) : at::Tensor();
    }
    context.recipe.transform_gradients();
    std::set<const c10::TensorImpl*> updated;
    for (const OptimizedTensor& each : optimized_tensors(context.recipe.optimizer())) {
      updated.insert(each.tensor.unsafeGetTensorImpl());
    }
    reference_.clear();
    judged_.clear();
    for (const NamedTensor& parameter : parameters) {
      // What the optimizer does not hold it does not clear either; three_sets names it.
      judged_.push_back(parameter.tensor.requires_grad() && updated.contains(parameter.tensor.unsafeGetTensorImpl()));
      reference_.push_back(judged_.back() ? numbers_of(parameter.tensor.grad()) : std::vector<double>());
    }
  }

  void after_step(const CheckContext& /*context*/, const StepView& view) override {
    if (view.step >= kSteps || reference_.size() != view.gradients.size()) {
      return;
    }
    GradientSet used;
    for (std::size_t i = 0; i < judged_.size(); ++i) {
      used.push_back(judged_[i] ? numbers_of(view.gradients[i].used) : std::vector<double>());
    }
    compared_ = true;
    // A loss that is not finite has no gradient to compare with; the run itself names it.
    if (all_finite(reference_)) {
      judge(view, used);
    }
    used_before_ = std::move(used);
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& /*fit*/) override {
    return compared_ ? judged("gradient_oracle", findings_)
                     : not_run("gradient_oracle", "the run ended before its first step");
  }

 private:
  void judge(const StepView& view, const GradientSet& used) {
    const auto differences = compare_gradients(used, reference_, tolerance_);
    if (differences.empty()) {
      return;
    }
    std::vector<std::string> names;
    for (const GradientDifference& each : differences) {
      names.push_back(fmt::format("{} ({})", view.gradients[each.parameter].name, short_text(each.share)));
    }
    const std::string explanation = explain_difference(used, reference_, used_before_);
    base::Failure found = failure(
        fmt::format("at step {} the optimizer was given other gradients than those of the {} on the same batch: {} "
                    "of {} differ, by these parts of their norm: {}; {}",
                    view.step, by_reference_ ? "reference loss" : "loss", differences.size(),
                    counted(used.size(), "parameter", "parameters"), listed(names),
                    explanation.empty() ? "the step learns from another batch or loss than `batch` and `loss` say, or "
                                          "changes gradients in a way that `transform_gradients` does not"
                                        : explanation),
        tolerance_, differences.front().share);
    found.unexpected = differences.size();
    found.total = used.size();
    findings_.push_back(std::move(found));
  }

  double tolerance_;
  std::vector<bool> judged_;
  GradientSet reference_;
  GradientSet used_before_;
  std::vector<base::Failure> findings_;
  bool by_reference_ = false;
  bool compared_ = false;
};

}  // namespace

std::unique_ptr<Check> make_gradient_oracle(const CheckSetting& setting) {
  return std::make_unique<GradientOracle>(setting.tolerance.value_or(kTolerance));
}

}  // namespace assay::train::detail
