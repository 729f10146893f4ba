#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/element_sample.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/frozen.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/update_rule.hpp>
#include <assay/train/recipe.hpp>

#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay::train::detail {
namespace {

constexpr std::uint64_t kUpdateSteps = 3;
constexpr double kUpdateTolerance = 1e-3;

/// A parameter before the step.
struct Before {
  std::string name;
  at::Tensor parameter;
  at::Tensor value;  ///< `sampled`
  UpdateState state;
  bool judged = false;
};

double length_of(const at::Tensor& tensor) { return std::sqrt(tensor.mul(tensor).sum().item().toDouble()); }

class UpdateOracle : public Check {
 public:
  explicit UpdateOracle(double tolerance) : tolerance_(tolerance) {}

  [[nodiscard]] bool wants_gradients(std::uint64_t step) const override { return step < kUpdateSteps; }

  void before_step(const CheckContext& context, const StepView& view) override {
    if (view.step >= kUpdateSteps) {
      return;
    }
    const c10::NoGradGuard no_gradients;
    before_.clear();
    std::set<const c10::TensorImpl*> seen;
    for (const NamedTensor& each : named_parameters(context.recipe.model())) {
      Before one{each.name, each.tensor, sampled(each.tensor),
                 sampled_update_state_of(context.recipe.optimizer(), each.tensor), false};
      // What the optimizer does not hold is named by three_sets, and so is what it holds twice.
      one.judged = one.state.options != nullptr && seen.insert(each.tensor.unsafeGetTensorImpl()).second;
      before_.push_back(std::move(one));
    }
  }

  void after_step(const CheckContext& context, const StepView& view) override {
    if (view.step >= kUpdateSteps || view.gradients.size() != before_.size()) {
      return;
    }
    const c10::NoGradGuard no_gradients;
    stepped_ = true;
    std::vector<std::string> names;
    std::optional<double> worst;
    std::size_t total = 0;
    std::string rule;
    double follows = 0;
    for (std::size_t i = 0; i < before_.size(); ++i) {
      const Before& one = before_[i];
      const at::Tensor& used = view.gradients[i].used;
      if (!one.judged || (used.defined() && !view.gradients[i].finite)) {
        continue;
      }
      ++total;
      const UpdateState after = update_state_of(context.recipe.optimizer(), one.parameter);
      if (used.defined() && !rule_name(*one.state.options).empty()) {
        rule = rule_name(*one.state.options);
      }
      const std::optional<double> apart = difference(one, after, used);
      if (!apart) {
        continue;
      }
      compared_ = true;
      if (!(*apart <= tolerance_)) {
        names.push_back(fmt::format("{} ({})", one.name, short_text(*apart)));
        worst = std::max(worst.value_or(0), *apart);
        follows += share_of_expected(one, used);
      }
    }
    if (!names.empty()) {
      follows /= static_cast<double>(names.size());
      base::Failure found = failure(
          fmt::format("at step {} {} did not move as {} moves them with the options, state and gradients at hand; they "
                      "are off by these parts of the update: {}{}",
                      view.step, counted(names.size(), "parameter", "parameters"),
                      rule.empty() ? "the optimizer" : rule, listed(names), explained(follows)),
          tolerance_, worst ? base::Scalar(*worst) : base::Scalar());
      found.unexpected = names.size();
      found.total = total;
      findings_.push_back(std::move(found));
    }
    arrivals_.resize(before_.size(), 0);
    for (std::size_t i = 0; i < before_.size(); ++i) {
      arrivals_[i] += view.gradients[i].used.defined() ? 1 : 0;
    }
    judge_counter(context, view);
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& /*fit*/) override {
    if (!stepped_) {
      return not_run("update_oracle", "the run ended before its first step");
    }
    return compared_ || !findings_.empty()
               ? judged("update_oracle", findings_)
               : skipped("update_oracle",
                         "the rule of this optimizer is not known: Adam, AdamW, SGD, RMSprop and "
                         "Adagrad are");
  }

 private:
  /// The least share of the update that counts is what rounding of the parameter can hide.
  [[nodiscard]] std::optional<double> difference(const Before& one, const UpdateState& after,
                                                 const at::Tensor& used) const {
    const at::Tensor now = sampled(one.parameter);
    const at::Tensor actual = now - one.value;
    if (!used.defined()) {
      return length_of(actual) > 0 ? std::optional(HUGE_VAL) : std::optional(0.0);
    }
    std::optional<double> best;
    // A schedule may set the rate before the optimizer's step.
    for (const auto& options : {one.state.options, after.options}) {
      if (options == nullptr || (best && *best <= tolerance_)) {
        continue;
      }
      const auto expected = updated_parameter({options, one.state.state}, one.value, sampled(used));
      if (!expected) {
        continue;
      }
      const double update = length_of(*expected - one.value);
      constexpr double kRoundings = 4;
      const double rounding = kRoundings * 0x1p-23 * length_of(one.value);
      const double scale = update + rounding / tolerance_;
      const double apart = length_of(now - *expected);
      const double share = scale > 0 ? apart / scale : (apart > 0 ? HUGE_VAL : 0);
      best = best ? std::min(*best, share) : share;
    }
    return best;
  }

  /// How much of the expected update was made: 0 none, 2 twice as much.
  static double share_of_expected(const Before& one, const at::Tensor& used) {
    if (!used.defined()) {
      return 0;
    }
    const auto expected = updated_parameter(one.state, one.value, sampled(used));
    const at::Tensor update = *expected - one.value;
    const double length = update.mul(update).sum().item().toDouble();
    const at::Tensor actual = sampled(one.parameter) - one.value;
    return length > 0 ? actual.mul(update).sum().item().toDouble() / length : 0;
  }

  static std::string explained(double follows) {
    constexpr double kNear = 0.02;
    if (std::abs(follows) <= kNear) {
      return "; they hardly moved at all: the optimizer's step is missing, or what it did was undone";
    }
    if (std::abs(follows - 2) <= kNear * 10) {
      return "; they moved twice as far: the optimizer stepped twice";
    }
    return "";
  }

  void judge_counter(const CheckContext& context, const StepView& view) {
    if (told_counter_) {
      return;
    }
    for (std::size_t i = 0; i < before_.size(); ++i) {
      const Before& one = before_[i];
      const UpdateState after = update_state_of(context.recipe.optimizer(), one.parameter);
      const auto steps = steps_counted(after);
      const std::int64_t wanted = arrivals_[i];
      if (!one.judged || !view.gradients[i].used.defined() || !steps || *steps == wanted) {
        continue;
      }
      told_counter_ = true;
      // First, since it is the cause of the others.
      findings_.insert(
          findings_.begin(),
          failure(fmt::format("after {} the optimizer counts {} for {}: {}", counted(view.step + 1, "step", "steps"),
                              counted(static_cast<std::size_t>(*steps), "update", "updates"), one.name,
                              *steps > wanted ? "it steps more than once a step" : "it was made anew, or skips steps"),
                  wanted, *steps));
      return;
    }
  }

  double tolerance_;
  std::vector<Before> before_;
  std::vector<std::int64_t> arrivals_;  ///< steps in which a gradient was there, by parameter
  bool stepped_ = false;
  bool compared_ = false;
  bool told_counter_ = false;
  std::vector<base::Failure> findings_;
};

}  // namespace

std::unique_ptr<Check> make_update_oracle(const CheckSetting& setting) {
  return std::make_unique<UpdateOracle>(setting.tolerance.value_or(kUpdateTolerance));
}

}  // namespace assay::train::detail
