#pragma once

#include <assay/base/check_result.hpp>
#include <assay/train/batch.hpp>
#include <assay/train/declarations.hpp>
#include <assay/train/measure.hpp>
#include <assay/train/observed_gradient.hpp>
#include <assay/train/process_state.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::train {

struct Calibration;
class Recipe;

/// What a check knows of the run from its start.
struct CheckContext {
  Recipe& recipe;
  const Declarations& declarations;
  std::uint64_t batches = 1;                 ///< batches 0 to `batches` - 1 are learned in turn
  std::optional<double> goal_loss;           ///< `loss_below`
  ProcessState process;                      ///< as it was before the recipe was built
  bool measuring = false;                    ///< the run is made for what it measures: bands are to come of it
  const Calibration* calibration = nullptr;  ///< what healthy runs have in common; null when that is not known
};

/// One step: number `step`, counted from 0, on `batch`.
struct StepView {
  std::uint64_t step = 0;
  const Batch& batch;
  double loss = 0;                              ///< that the step reported; before the step not yet known and 0
  std::span<const ObservedGradient> gradients;  ///< one a parameter; before the step empty
  /// Modules that were in evaluation mode while gradients arrived, "" for the model itself; before the step empty.
  std::span<const std::string> evaluating;
};

/// The whole run, once it is over.
struct FitView {
  /// Loss before each update: `losses[i]` was seen by step i, when i updates had been made.
  std::span<const double> losses;
  /// Number of updates after which everything asked for was reached; none when it was not.
  std::optional<std::uint64_t> reached;
};

/// One check of a memorisation test. It is made for one run, is told what happens, and says at its end what it found.
/// Exact checks never depend on luck; each keeps its own state and none depends on another.
class Check {
 public:
  Check() = default;
  virtual ~Check() = default;
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;

  /// Whether `probe` is wanted before this step.
  [[nodiscard]] virtual bool probes(std::uint64_t /*step*/) const { return false; }
  /// Runs the recipe as it likes, before the step. Random numbers, buffers, modes and gradients are put back after it;
  /// parameters it must leave as they are.
  virtual void probe(const CheckContext& /*context*/, const StepView& /*view*/) {}
  /// Before every step; looks without calling the recipe.
  virtual void before_step(const CheckContext& /*context*/, const StepView& /*view*/) {}
  /// Whether the values of the gradients are wanted at this step, not only the facts about them.
  [[nodiscard]] virtual bool wants_gradients(std::uint64_t /*step*/) const { return false; }
  /// After every step.
  virtual void after_step(const CheckContext& /*context*/, const StepView& /*view*/) {}
  /// How many updates the run is to go on for after everything asked for was reached at update `reached`.
  [[nodiscard]] virtual std::uint64_t tail(std::uint64_t /*reached*/) const { return 0; }
  /// Runs the recipe as it likes once the run is over; what it does is put back as after `probe`. Not called when the
  /// run ended early.
  virtual void after_fit(const CheckContext& /*context*/, const FitView& /*fit*/) {}
  /// What this run measured of what healthy runs have in common; asked for once the run is over.
  [[nodiscard]] virtual std::vector<Measure> measures() const { return {}; }
  /// The verdict; also called when the run ended early (a loss that is not finite, no time left).
  [[nodiscard]] virtual base::CheckResult result(const CheckContext& context, const FitView& fit) = 0;
};

}  // namespace assay::train
