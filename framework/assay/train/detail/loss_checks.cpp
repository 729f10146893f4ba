#include <assay/train/calibration.hpp>
#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/known_floors.hpp>
#include <assay/train/detail/target_facts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace assay::train::detail {
namespace {

class FirstLoss : public Check {
 public:
  explicit FirstLoss(const CheckSetting& setting)
      : judged_(setting.judged), tolerance_(setting.tolerance.value_or(kTolerance)) {}

  [[nodiscard]] bool probes(std::uint64_t step) const override { return step == 0; }

  void probe(const CheckContext& context, const StepView& view) override {
    tally_.add(view.batch);
    facts_ = tally_.facts(number_of_classes(context.recipe, context.declarations, view.batch));
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& context, const FitView& fit) override {
    if (fit.losses.empty()) {
      return not_run("first_loss", "the run ended before its first step");
    }
    const double seen = fit.losses.front();
    base::CheckResult made = passed("first_loss");
    const CalibratedMeasure* known =
        context.calibration == nullptr ? nullptr : find_measure(*context.calibration, "first_loss");
    if (known != nullptr) {
      made = by_band(*known, seen);
    } else if (facts_.classes < 2) {
      made.reason = judged_ ? "" : "not judged: the number of classes is not declared";
      if (judged_) {
        made =
            failed("first_loss", {failure("the number of classes is not known: declare `classes` or give `scores`, or "
                                          "switch first_loss off")});
      }
    } else {
      const double expected = std::log(static_cast<double>(facts_.classes));
      const bool near = std::abs(seen - expected) <= tolerance_ * expected;
      const std::string sentence =
          fmt::format("the first loss is {}, but a model that knows nothing of {} classes has ln C = {}",
                      short_text(seen), facts_.classes, short_text(expected));
      if (!near && judged_) {
        made = failed("first_loss", {failure(sentence,
                                             fmt::format("[{}, {}]", short_text((1 - tolerance_) * expected),
                                                         short_text((1 + tolerance_) * expected)),
                                             seen)});
      } else if (!near) {
        made.reason = sentence + " (informational)";
      }
    }
    made.metrics.push_back({"first_loss", seen, "", ""});
    return made;
  }

 private:
  static base::CheckResult by_band(const CalibratedMeasure& known, double seen) {
    constexpr double kAlarms = 1e-3;
    const Band band = band_of(known, kAlarms);
    const double low = std::exp(band.low);
    const double high = std::exp(band.high);
    if (seen >= low && seen <= high) {
      return passed("first_loss");
    }
    return failed("first_loss", {failure(fmt::format("the first loss is {}, that of healthy runs is in [{}, {}]",
                                                     short_text(seen), short_text(low), short_text(high)),
                                         fmt::format("[{}, {}]", short_text(low), short_text(high)), seen)});
  }

  static constexpr double kTolerance = 0.3;
  bool judged_;
  double tolerance_;
  TargetTally tally_;
  TargetFacts facts_;
};

class LateRise : public Check {
 public:
  explicit LateRise(const CheckSetting& setting) : share_(setting.tolerance.value_or(kShare)) {}

  [[nodiscard]] std::uint64_t tail(std::uint64_t reached) const override { return std::max(kShortestTail, reached); }

  [[nodiscard]] base::CheckResult result(const CheckContext& context, const FitView& fit) override {
    if (!fit.reached) {
      return not_run("late_rise", "the goal was not reached, so there is nothing after it");
    }
    const auto from = static_cast<std::size_t>(*fit.reached);
    const double first = fit.losses.front();
    const double goal = context.goal_loss.value_or(fit.losses[std::min(from, fit.losses.size() - 1)]);
    const double limit = goal + share_ * std::max(0.0, first - goal);
    std::size_t above = 0;
    double worst = -HUGE_VAL;
    for (std::size_t i = from; i < fit.losses.size(); ++i) {
      const double loss = fit.losses[i];
      worst = std::max(worst, loss);
      if (!std::isfinite(loss)) {
        return failed("late_rise",
                      {failure(fmt::format("the loss became {} at step {}, after the goal was reached at step {}",
                                           short_text(loss), i, from),
                               most(limit), loss)});
      }
      if (loss > std::max(first, limit)) {
        return failed("late_rise",
                      {failure(fmt::format("the loss rose to {} at step {}, above the first loss of {}, after "
                                           "the goal was reached at step {}",
                                           short_text(loss), i, short_text(first), from),
                               most(limit), loss)});
      }
      above = loss <= limit ? 0 : above + 1;
      if (above == kInRow) {
        return failed(
            "late_rise",
            {failure(fmt::format("the loss rose again after the goal was reached at step {}: above {} at steps {} "
                                 "to {}, {} at the last of them (first loss {})",
                                 from, short_text(limit), i + 1 - kInRow, i, short_text(loss), short_text(first)),
                     most(limit), loss)});
      }
    }
    base::CheckResult made = passed("late_rise");
    if (from < fit.losses.size()) {
      made.metrics.push_back({"late_rise", worst, "", "lower"});
    }
    return made;
  }

 private:
  static std::string most(double limit) { return fmt::format("<= {}", short_text(limit)); }

  static constexpr std::uint64_t kShortestTail = 10;
  static constexpr std::size_t kInRow = 3;
  static constexpr double kShare = 0.1;
  double share_;
};

class Floor : public Check {
 public:
  explicit Floor(const CheckSetting& setting) : tolerance_(setting.tolerance.value_or(kTolerance)) {}

  [[nodiscard]] bool probes(std::uint64_t step) const override { return step == 0; }

  void probe(const CheckContext& context, const StepView& view) override {
    classes_ = number_of_classes(context.recipe, context.declarations, view.batch);
  }
  void before_step(const CheckContext& context, const StepView& view) override {
    if (view.step < context.batches) {
      tally_.add(view.batch);
    }
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& fit) override {
    if (fit.losses.empty()) {
      return not_run("floor", "the run ended before its first step");
    }
    const auto level = plateau_of(fit.losses);
    if (!level) {
      return passed("floor");
    }
    // A recipe that declares nothing and gives no scores still has labels.
    for (const KnownFloor& floor : known_floors(tally_.facts(classes_ > 0 ? classes_ : tally_.fewest_classes()))) {
      if (std::abs(*level - floor.value) <= tolerance_ * floor.value) {
        return failed("floor",
                      {failure(fmt::format("the loss stands still at {}, which is {} = {}: {}", short_text(*level),
                                           floor.name, short_text(floor.value), floor.cause),
                               std::string("a loss that goes below every known floor"), *level)});
      }
    }
    return passed("floor");
  }

 private:
  static constexpr double kTolerance = 0.02;
  double tolerance_;
  std::uint64_t classes_ = 0;
  TargetTally tally_;
};

}  // namespace

std::unique_ptr<Check> make_first_loss(const CheckSetting& setting) { return std::make_unique<FirstLoss>(setting); }

std::unique_ptr<Check> make_late_rise(const CheckSetting& setting) { return std::make_unique<LateRise>(setting); }

std::unique_ptr<Check> make_floor(const CheckSetting& setting) { return std::make_unique<Floor>(setting); }

}  // namespace assay::train::detail
