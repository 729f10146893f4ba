#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/golden_batch.hpp>
#include <assay/train/recipe.hpp>

#include <fmt/format.h>

#include <vector>

namespace assay::train::detail {
namespace {

class GoldenBatch : public Check {
 public:
  explicit GoldenBatch(double tolerance) : tolerance_(tolerance) {}

  [[nodiscard]] bool probes(std::uint64_t step) const override { return step < batches_; }

  void probe(const CheckContext& context, const StepView& view) override {
    batches_ = context.batches;
    const Batch golden = context.recipe.golden_batch(view.step);
    if (!golden.inputs.defined()) {
      return;
    }
    compared_ = true;
    if (const auto difference = compare_batches(view.batch, golden, tolerance_)) {
      findings_.push_back(failure(fmt::format("batch {} is not the golden one: {}", view.step, difference->message),
                                  tolerance_,
                                  difference->largest ? base::Scalar(*difference->largest) : base::Scalar()));
    }
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& /*fit*/) override {
    return compared_ ? judged("golden_batch", findings_)
                     : skipped("golden_batch", "nothing to compare with: give `golden_batch`");
  }

 private:
  double tolerance_;
  std::uint64_t batches_ = 1;
  bool compared_ = false;
  std::vector<base::Failure> findings_;
};

}  // namespace

std::unique_ptr<Check> make_golden_batch(const CheckSetting& setting) {
  return std::make_unique<GoldenBatch>(setting.tolerance.value_or(kGoldenTolerance));
}

}  // namespace assay::train::detail
