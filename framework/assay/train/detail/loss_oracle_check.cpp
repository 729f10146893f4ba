#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/golden_batch.hpp>
#include <assay/train/detail/reference_loss.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace assay::train::detail {
namespace {

constexpr std::uint64_t kOracleSteps = 3;
constexpr double kLossTolerance = 1e-4;

class LossOracle : public Check {
 public:
  explicit LossOracle(double tolerance) : tolerance_(tolerance) {}

  [[nodiscard]] bool probes(std::uint64_t step) const override { return step < kOracleSteps; }

  void probe(const CheckContext& context, const StepView& view) override {
    const c10::NoGradGuard no_gradients;
    const Batch batch = pristine_batch(context.recipe, view.step % context.batches, view.batch, kGoldenTolerance);
    const at::Tensor reference = reference_loss_of(context.recipe, context.declarations, batch);
    reference_ = reference.defined() ? std::optional(single_value(reference, "the reference loss")) : std::nullopt;
  }

  void after_step(const CheckContext& /*context*/, const StepView& view) override {
    if (view.step >= kOracleSteps) {
      return;
    }
    stepped_ = true;
    // A loss that is not finite is named by the run itself.
    if (!reference_ || !std::isfinite(*reference_) || !std::isfinite(view.loss)) {
      return;
    }
    compared_ = true;
    const double scale = std::max(std::abs(*reference_), kSmallest);
    if (std::abs(view.loss - *reference_) > tolerance_ * scale) {
      findings_.push_back(failure(
          fmt::format("at step {} the step reports a loss of {}, but the reference gives {} on the same batch{}",
                      view.step, short_text(view.loss), short_text(*reference_), explained(view)),
          *reference_, view.loss));
    }
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& /*fit*/) override {
    if (!stepped_) {
      return not_run("loss_oracle", "the run ended before its first step");
    }
    return compared_ || !findings_.empty()
               ? judged("loss_oracle", findings_)
               : skipped("loss_oracle", "nothing to compare with: declare `loss`, or give `reference_loss`");
  }

 private:
  /// A multiple that a known mistake makes.
  [[nodiscard]] std::string explained(const StepView& view) const {
    const double factor = view.loss / *reference_;
    const auto rows = static_cast<double>(view.batch.inputs.size(0));
    const auto targets = static_cast<double>(view.batch.targets.defined() ? view.batch.targets.numel() : 0);
    const auto near = [&](double wanted) { return std::abs(factor - wanted) <= 1e-2 * std::abs(wanted); };
    if (near(-1)) {
      return ": its sign is flipped";
    }
    if (near(rows) || near(targets)) {
      return fmt::format(": {} times as much, a sum where a mean is meant", short_text(factor));
    }
    if (near(1 / rows)) {
      return ": divided by the number of samples once more";
    }
    return "";
  }

  static constexpr double kSmallest = 1e-6;
  double tolerance_;
  std::optional<double> reference_;
  bool stepped_ = false;
  bool compared_ = false;
  std::vector<base::Failure> findings_;
};

}  // namespace

std::unique_ptr<Check> make_loss_oracle(const CheckSetting& setting) {
  return std::make_unique<LossOracle>(setting.tolerance.value_or(kLossTolerance));
}

}  // namespace assay::train::detail
