#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/frozen.hpp>
#include <assay/train/detail/graph.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/recipe.hpp>

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

namespace assay::train::detail {
namespace {

constexpr std::uint64_t kStepsToArrive = 3;
constexpr unsigned kZerosInRow = 3;

/// What has been seen of the gradient of one parameter that the loss depends on.
struct Seen {
  bool judged = false;
  bool arrived = false;
  unsigned zeros = 0;
  bool dead = false;
};

class Gradients : public Check {
 public:
  [[nodiscard]] bool probes(std::uint64_t step) const override { return step == 0; }

  void probe(const CheckContext& context, const StepView& view) override {
    std::set<const c10::TensorImpl*> reached;
    for (const at::Tensor& leaf : leaves_of(context.recipe.loss(view.batch))) {
      reached.insert(leaf.unsafeGetTensorImpl());
    }
    for (const NamedTensor& parameter : named_parameters(context.recipe.model())) {
      Seen seen;
      // What the loss does not depend on is named by three_sets.
      seen.judged =
          reached.contains(parameter.tensor.unsafeGetTensorImpl()) && !is_frozen(context.declarations, parameter.name);
      seen_.push_back(seen);
      names_.push_back(parameter.name);
    }
  }

  void after_step(const CheckContext& context, const StepView& view) override {
    steps_ = view.step + 1;
    reached_ = reached_ || (context.goal_loss && view.loss < *context.goal_loss);
    std::vector<std::string> bad;
    std::vector<std::string> dead;
    for (std::size_t i = 0; i < view.gradients.size() && i < seen_.size(); ++i) {
      const ObservedGradient& gradient = view.gradients[i];
      Seen& seen = seen_[i];
      if (!gradient.finite) {
        bad.push_back(gradient.name);
      }
      if (!seen.judged) {
        continue;
      }
      seen.arrived = seen.arrived || gradient.arrived;
      // A gradient may be zero once by chance, and is when there is nothing left to learn.
      const bool zero = gradient.arrived && gradient.finite && gradient.zero && !reached_ && view.loss != 0;
      seen.zeros = zero ? seen.zeros + 1 : 0;
      if (seen.zeros == kZerosInRow && !seen.dead) {
        seen.dead = true;
        dead.push_back(gradient.name);
      }
    }
    if (!bad.empty() && !found_bad_) {
      found_bad_ = true;
      add(bad, fmt::format("at step {} the gradient of {} not finite (NaN or infinite)", view.step,
                           counted(bad.size(), "parameter is", "parameters is")));
    }
    if (!dead.empty()) {
      add(dead,
          fmt::format("the gradient of {} zero everywhere at steps {} to {}",
                      counted(dead.size(), "parameter was", "parameters was"), view.step + 1 - kZerosInRow, view.step));
    }
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& /*fit*/) override {
    if (steps_ == 0) {
      return not_run("gradients", "the run ended before its first step");
    }
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (seen_[i].judged && !seen_[i].arrived) {
        missing.push_back(names_[i]);
      }
    }
    if (!missing.empty() && steps_ >= kStepsToArrive) {
      add(missing, fmt::format("no gradient arrived at {} in {} steps, though the loss depends on it",
                               counted(missing.size(), "parameter", "parameters"), steps_));
    }
    return judged("gradients", findings_);
  }

 private:
  void add(const std::vector<std::string>& parameters, const std::string& sentence) {
    base::Failure found = failure(fmt::format("{}: {}", sentence, listed(parameters)),
                                  std::string("a finite gradient that is not zero for every parameter"));
    found.unexpected = parameters.size();
    found.total = seen_.size();
    findings_.push_back(std::move(found));
  }

  std::vector<Seen> seen_;
  std::vector<std::string> names_;
  std::vector<base::Failure> findings_;
  std::uint64_t steps_ = 0;
  bool reached_ = false;
  bool found_bad_ = false;
};

}  // namespace

std::unique_ptr<Check> make_gradients(const CheckSetting& /*setting*/) { return std::make_unique<Gradients>(); }

}  // namespace assay::train::detail
