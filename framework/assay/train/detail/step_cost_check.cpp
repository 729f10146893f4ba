#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/band_judgement.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/operator_watch.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::train::detail {
namespace {

/// Counts that a step has on every machine: calls of operators, tensors allocated, values fetched from the device.
class StepCost : public Check {
 public:
  explicit StepCost(bool judged) : judged_(judged) {}

  void before_step(const CheckContext& /*context*/, const StepView& view) override {
    if (view.step == kStep) {
      watch_.emplace([](std::string_view) { return true; }, [this](const OperatorCall& call) { count(call.name); });
    }
  }

  void after_step(const CheckContext& /*context*/, const StepView& view) override {
    if (view.step == kStep) {
      watch_.reset();
      counted_ = true;
    }
  }

  [[nodiscard]] std::vector<Measure> measures() const override {
    if (!counted_) {
      return {};
    }
    return {{"cost.operators", static_cast<double>(operators_)},
            {"cost.allocations", static_cast<double>(allocations_)},
            {"cost.fetches", static_cast<double>(fetches_)}};
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& context, const FitView& /*fit*/) override {
    watch_.reset();
    if (!counted_) {
      return not_run("step_cost", fmt::format("the run ended before its step {}", kStep));
    }
    std::vector<base::Failure> findings;
    if (context.calibration != nullptr) {
      const std::vector<Measure> seen = measures();
      for (const OutOfBand& each : out_of_band(seen, *context.calibration, "cost.")) {
        if (each.value > each.band.high) {
          findings.push_back(
              failure(fmt::format("a step costs {} {}, {} at most in healthy runs", short_text(each.value),
                                  each.name.substr(each.name.find('.') + 1), short_text(each.band.high)),
                      fmt::format("<= {}", short_text(each.band.high)), each.value));
        }
      }
    }
    // More of them is no fault by itself (accumulation steps through the model twice): it fails whoever asked for it.
    const std::string told = findings.empty() ? "" : reason_of(findings) + " (informational)";
    base::CheckResult made = judged_ ? judged("step_cost", std::move(findings)) : passed("step_cost", told);
    if (context.calibration == nullptr) {
      made = skipped("step_cost", "no bands: `assay calibrate` makes them");
    }
    made.metrics.push_back({"operators_per_step", operators_, "count", "lower"});
    made.metrics.push_back({"allocations_per_step", allocations_, "count", "lower"});
    made.metrics.push_back({"fetches_per_step", fetches_, "count", "lower"});
    return made;
  }

 private:
  void count(std::string_view name) {
    ++operators_;
    allocations_ += name.starts_with("aten::empty") ? 1 : 0;
    fetches_ += name == "aten::_local_scalar_dense" ? 1 : 0;
  }

  static constexpr std::uint64_t kStep = 4;
  std::optional<OperatorWatch> watch_;
  bool judged_;
  bool counted_ = false;
  std::int64_t operators_ = 0;
  std::int64_t allocations_ = 0;
  std::int64_t fetches_ = 0;
};

}  // namespace

std::unique_ptr<Check> make_step_cost(const CheckSetting& setting) {
  return std::make_unique<StepCost>(setting.judged);
}

}  // namespace assay::train::detail
