#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/frozen.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/perturbation.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace assay::train::detail {
namespace {

/// A buffer of running statistics as it was before and after each of two passes.
struct Running {
  std::string name;
  at::Tensor start;
  at::Tensor once;
  at::Tensor twice;
};

bool is_running(const std::string& name) { return name.ends_with("running_mean") || name.ends_with("running_var"); }

bool equal_bits(const at::Tensor& left, const at::Tensor& right) {
  return left.sizes() == right.sizes() &&
         same_along(left.reshape({1, -1}), right.reshape({1, -1}), 0).all().item().toBool();
}

class Modes : public Check {
 public:
  [[nodiscard]] bool probes(std::uint64_t step) const override { return step == 0; }

  void probe(const CheckContext& context, const StepView& view) override {
    const c10::NoGradGuard no_gradients;
    probed_ = true;
    // Without outputs the loss itself is looked at.
    const auto pass = [&] {
      const at::Tensor outputs = context.recipe.outputs(view.batch);
      return copy_of(outputs.defined() ? outputs : context.recipe.loss(view.batch));
    };
    judge_training(context, pass);
    judge_evaluation(context, pass);
  }

  void after_step(const CheckContext& context, const StepView& view) override {
    if (told_mode_) {
      return;
    }
    std::vector<std::string> asleep;
    for (const std::string& module : view.evaluating) {
      if (!is_frozen(context.declarations, module + ".")) {
        asleep.push_back(module.empty() ? "the model itself" : module);
      }
    }
    if (!asleep.empty()) {
      told_mode_ = true;
      findings_.push_back(failure(fmt::format("at step {} {} in evaluation mode while training: {}", view.step,
                                              counted(asleep.size(), "module is", "modules are"), listed(asleep)),
                                  std::string("every module that learns is in training mode")));
    }
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& /*fit*/) override {
    if (!probed_) {
      return not_run("modes", "the run ended before its first step");
    }
    base::CheckResult made = judged("modes", findings_);
    if (findings_.empty()) {
      made.reason = hint_;
    }
    return made;
  }

 private:
  template <class Pass>
  void judge_training(const CheckContext& context, const Pass& pass) {
    std::vector<Running> running;
    for (const NamedTensor& buffer : named_buffers(context.recipe.model())) {
      if (is_running(buffer.name) && !is_frozen(context.declarations, buffer.name)) {
        running.push_back({buffer.name, copy_of(buffer.tensor), {}, {}});
      }
    }
    const auto note = [&](auto member) {
      std::size_t next = 0;
      for (const NamedTensor& buffer : named_buffers(context.recipe.model())) {
        if (next < running.size() && running[next].name == buffer.name) {
          running[next++].*member = copy_of(buffer.tensor);
        }
      }
    };
    const at::Tensor first = pass();
    note(&Running::once);
    const at::Tensor second = pass();
    note(&Running::twice);
    const bool repeats = equal_bits(first, second);
    const auto& declared = context.declarations.stochastic;
    if (declared && *declared == repeats) {
      findings_.push_back(failure(
          repeats ? std::string("two passes over one batch in training mode are the same to the bit, though the recipe "
                                "is declared stochastic: dropout or noise is not at work")
                  : std::string("two passes over one batch in training mode differ, though the recipe is declared not "
                                "to be stochastic"),
          std::string(repeats ? "two different passes" : "two equal passes")));
    } else if (!declared && !repeats) {
      hint_ = "training differs from pass to pass: declare `stochastic`, and that is judged too";
    }
    for (const Running& each : running) {
      judge_running(each);
    }
  }

  /// With momentum m a pass over the same batch moves statistics r towards those of the batch, b, by m (b - r), so the
  /// second pass moves them 1 - m times as far as the first.
  void judge_running(const Running& each) {
    if (!each.once.defined() || !each.twice.defined() || !each.start.is_floating_point()) {
      return;
    }
    const at::Tensor first = (each.once - each.start).to(at::kDouble);
    const at::Tensor second = (each.twice - each.once).to(at::kDouble);
    const double length = first.mul(first).sum().item().toDouble();
    if (!(length > 0)) {
      findings_.push_back(failure(fmt::format("{} did not move in a pass in training mode: running statistics are not "
                                              "kept (momentum 0, or the layer is in evaluation mode)",
                                              each.name),
                                  std::string("running statistics move in training mode")));
      return;
    }
    constexpr double kMostMomentum = 0.6;
    const double momentum = 1 - first.mul(second).sum().item().toDouble() / length;
    if (!(momentum > 0 && momentum <= kMostMomentum)) {
      findings_.push_back(failure(
          fmt::format("two passes over one batch show a momentum of {} in {}: running statistics then are those of the "
                      "last batch, not of the data",
                      short_text(momentum), each.name),
          fmt::format("(0, {}]", kMostMomentum), momentum));
    }
  }

  template <class Pass>
  void judge_evaluation(const CheckContext& context, const Pass& pass) {
    const EvaluationMode evaluation(context.recipe.model());
    std::vector<at::Tensor> before;
    for (const NamedTensor& buffer : named_buffers(context.recipe.model())) {
      before.push_back(copy_of(buffer.tensor));
    }
    const at::Tensor first = pass();
    const at::Tensor second = pass();
    if (!equal_bits(first, second)) {
      findings_.push_back(failure(
          std::string("two passes over one batch in evaluation mode differ: dropout is still at work, a layer is not "
                      "registered (and stays in training mode), or weights are made anew at each pass"),
          std::string("evaluation repeats to the bit")));
    }
    std::vector<std::string> moved;
    std::size_t next = 0;
    for (const NamedTensor& buffer : named_buffers(context.recipe.model())) {
      if (next < before.size() && !equal_bits(before[next], buffer.tensor)) {
        moved.push_back(buffer.name);
      }
      ++next;
    }
    if (!moved.empty()) {
      findings_.push_back(failure(fmt::format("a pass in evaluation mode changed {}: {}",
                                              counted(moved.size(), "buffer", "buffers"), listed(moved)),
                                  std::string("evaluation changes no buffer")));
    }
  }

  bool probed_ = false;
  bool told_mode_ = false;
  std::string hint_;
  std::vector<base::Failure> findings_;
};

}  // namespace

std::unique_ptr<Check> make_modes(const CheckSetting& /*setting*/) { return std::make_unique<Modes>(); }

}  // namespace assay::train::detail
