#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/process_state.hpp>
#include <assay/train/recipe.hpp>

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace assay::train::detail {
namespace {

class SideEffects : public Check {
 public:
  void before_step(const CheckContext& context, const StepView& view) override {
    if (view.step == 0) {
      expected_ = context.process;
      compare("building the recipe");
    }
  }

  void after_step(const CheckContext& /*context*/, const StepView& view) override {
    seen_ = true;
    compare(fmt::format("step {}", view.step));
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& context, const FitView& /*fit*/) override {
    if (!seen_ && findings_.empty()) {
      // What was changed may be what kept the first step from being made.
      expected_ = context.process;
      compare("building the recipe");
    }
    return seen_ || !findings_.empty() ? judged("side_effects", findings_)
                                       : not_run("side_effects", "the run ended before its first step");
  }

 private:
  void compare(const std::string& when) {
    const ProcessState now = ProcessState::now();
    const auto add = [&](const char* what, const auto& wanted, const auto& seen) {
      findings_.push_back(failure(
          fmt::format("{} changed {} of the whole process from {} to {}: other cases then run otherwise, and this one "
                      "otherwise than alone",
                      when, what, wanted, seen),
          fmt::format("{}", wanted), fmt::format("{}", seen)));
    };
    if (now.threads != expected_.threads) {
      add("the number of LibTorch's threads", expected_.threads, now.threads);
    }
    if (now.default_type != expected_.default_type) {
      add("the default floating-point type", expected_.default_type, now.default_type);
    }
    if (now.seed != expected_.seed) {
      add("the seed of the default random numbers", expected_.seed, now.seed);
    }
    expected_ = now;  // each change is told once
  }

  ProcessState expected_;
  bool seen_ = false;
  std::vector<base::Failure> findings_;
};

}  // namespace

std::unique_ptr<Check> make_side_effects(const CheckSetting& /*setting*/) { return std::make_unique<SideEffects>(); }

}  // namespace assay::train::detail
