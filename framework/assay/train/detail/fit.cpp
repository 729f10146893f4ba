#include <assay/base/error.hpp>
#include <assay/train/calibration.hpp>
#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/batch_shape.hpp>
#include <assay/train/detail/blame.hpp>
#include <assay/train/detail/build_recipe.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/fit.hpp>
#include <assay/train/detail/frozen.hpp>
#include <assay/train/detail/gradient_watch.hpp>
#include <assay/train/detail/loss_track.hpp>
#include <assay/train/detail/meter.hpp>
#include <assay/train/detail/mode_watch.hpp>
#include <assay/train/detail/non_finite_origin.hpp>
#include <assay/train/detail/random_state.hpp>
#include <assay/train/detail/replay_point.hpp>
#include <assay/train/detail/scores.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>
#include <assay/train/training_observer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <variant>

namespace assay::train::detail {
namespace {

constexpr std::uint64_t kMostStepsUnbounded = 1000;

std::vector<double> fractions_of(const suite::MemorizeCase& wanted) {
  std::vector<double> fractions;
  for (const auto& [fraction, bound] : wanted.levels) {
    fractions.push_back(fraction);
  }
  return fractions;
}

/// One run, from the built recipe to the verdicts of its checks.
class Run {
 public:
  Run(const suite::MemorizeCase& wanted, const ProcessState& process, bool measuring, const Calibration* calibration,
      Recipe& recipe, Meter& meter, TrainingObserver& observer, FitRecord& record)
      : wanted_(wanted),
        recipe_(recipe),
        meter_(meter),
        observer_(observer),
        record_(record),
        declarations_(recipe.declarations()),
        context_{recipe_, declarations_, wanted.batches, wanted.loss_below, process, measuring, calibration},
        checks_(make_checks(wanted.checks)),
        seconds_(checks_.size(), 0),
        modes_(recipe.model()),
        track_(wanted.batches, wanted.loss_below, fractions_of(wanted)) {}

  /// At which the first gradient or loss was not finite, of a run that stopped for that.
  [[nodiscard]] std::uint64_t bad_step() const noexcept { return bad_step_; }

  void train() {
    const std::vector<NamedTensor> parameters = named_parameters(recipe_.model());
    refuse_unknown_frozen(declarations_, parameters);
    try {
      GradientWatch watch(parameters, [this] { modes_.note(); });
      std::uint64_t step = 0;
      while (goes_on(step)) {
        const Batch batch = recipe_.batch(step % wanted_.batches);
        require_rows(batch);
        step_once(step, batch, watch);
        observer_.step(++step, track_.losses().back());
      }
      look_back();
    } catch (const base::InfrastructureError&) {
      throw;
    } catch (const base::InternalError&) {
      throw;
    } catch (const base::UserError& error) {
      stop(Stop::kThrew, fmt::format("at step {}: {}", track_.losses().size(), error.what()));
    } catch (const std::exception& error) {
      stop(Stop::kThrew, fmt::format("the recipe threw at step {}: {}", track_.losses().size(), told(error.what())));
    }
    finish();
  }

 private:
  [[nodiscard]] bool everything_reached() const {
    const auto& levels = track_.levels_at();
    return record_.reached && std::all_of(levels.begin(), levels.end(), [](const auto& at) { return at.has_value(); });
  }

  bool goes_on(std::uint64_t step) {
    if (record_.stop != Stop::kNone) {
      return false;
    }
    if (const auto& most = wanted_.wall_time.most;
        most && meter_.seconds() > std::chrono::duration<double>(*most).count()) {
      stop(Stop::kWallTime, fmt::format("after {} steps", step));
      return false;
    }
    if (end_ == 0 && everything_reached()) {
      end_ = step;
      for (const ActiveCheck& each : checks_) {
        end_ = std::max(end_, *record_.reached + each.check->tail(*record_.reached));
      }
      observer_.phase("tail", fmt::format("until step {}", end_));
    }
    return end_ > 0 ? step < end_ : step <= record_.most_steps;
  }

  void step_once(std::uint64_t step, const Batch& batch, GradientWatch& watch) {
    StepView view{step, batch, 0, {}, {}};
    probe(view);
    bool keep = false;
    for (const ActiveCheck& each : checks_) {
      timed(each, [&] { each.check->before_step(context_, view); });
      keep = each.check->wants_gradients(step) || keep;
    }
    modes_.forget();
    watch.begin_step(step, keep);
    meter_.begin_step();
    const at::Tensor value = recipe_.step(batch);
    view.loss = single_value(value, "the loss that the step returns");
    meter_.end_step();
    view.gradients = watch.end_step(!std::isfinite(view.loss));
    view.evaluating = modes_.evaluating();
    track_.add(view.loss);
    for (const ActiveCheck& each : checks_) {
      timed(each, [&] { each.check->after_step(context_, view); });
    }
    if (!std::isfinite(view.loss)) {
      bad_step_ = watch.first_bad() ? std::min(view.step, watch.first_bad()->step) : view.step;
      stop(Stop::kNotFinite, blame(view, watch, recipe_.model()));
      return;
    }
    note_reached(step);
  }

  /// Adds the time of a call to what its check took.
  template <class Call>
  void timed(const ActiveCheck& check, const Call& call) {
    const auto begun = std::chrono::steady_clock::now();
    call();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    seconds_[static_cast<std::size_t>(&check - checks_.data())] += took.count();
  }

  void probe(const StepView& view) {
    if (std::none_of(checks_.begin(), checks_.end(),
                     [&](const ActiveCheck& each) { return each.check->probes(view.step); })) {
      return;
    }
    const ReplayPoint before(recipe_);
    for (const ActiveCheck& each : checks_) {
      if (each.check->probes(view.step)) {
        timed(each, [&] { each.check->probe(context_, view); });
        before.restore();
      }
    }
  }

  /// What checks do once the run is over, as long as it ended by itself.
  void look_back() {
    if (record_.stop != Stop::kNone) {
      return;
    }
    const ReplayPoint before(recipe_);
    const FitView view{track_.losses(), record_.reached};
    for (const ActiveCheck& each : checks_) {
      timed(each, [&] { each.check->after_fit(context_, view); });
      before.restore();
    }
  }

  void note_reached(std::uint64_t step) {
    const bool loss_reached = !wanted_.loss_below || track_.goal_at();
    const std::uint64_t updates = step + 1;
    if (wanted_.accuracy_above && loss_reached && !record_.accuracy_at && updates <= record_.most_steps) {
      record_.accuracy = accuracy();
      if (*record_.accuracy > *wanted_.accuracy_above) {
        record_.accuracy_at = updates;
      }
    }
    if (record_.reached || !loss_reached || (wanted_.accuracy_above && !record_.accuracy_at)) {
      return;
    }
    if (wanted_.loss_below || wanted_.accuracy_above) {
      record_.reached = std::max(track_.goal_at().value_or(0), record_.accuracy_at.value_or(0));
    } else if (const auto& levels = track_.levels_at();
               std::all_of(levels.begin(), levels.end(), [](const auto& at) { return at.has_value(); })) {
      record_.reached = **std::max_element(levels.begin(), levels.end());
    }
  }

  [[nodiscard]] double accuracy() {
    std::uint64_t right = 0;
    std::uint64_t rows = 0;
    for (std::uint64_t index = 0; index < wanted_.batches; ++index) {
      const Batch batch = recipe_.batch(index);
      const auto targets = class_numbers(batch.targets);
      const auto scores = scores_of(recipe_, batch.inputs);
      if (!scores) {
        throw base::UserError("accuracy_above is asked for, but the recipe gives no `scores`");
      }
      right += count_right(*scores, targets);
      rows += static_cast<std::uint64_t>(
          std::count_if(targets.begin(), targets.end(), [](auto label) { return label >= 0; }));
    }
    return rows > 0 ? static_cast<double>(right) / static_cast<double>(rows) : 0;
  }

  void stop(Stop why, std::string reason) {
    record_.stop = why;
    record_.stop_reason = std::move(reason);
  }

  void finish() {
    record_.losses.assign(track_.losses().begin(), track_.losses().end());
    record_.first_loss = track_.first();
    record_.last_loss = record_.losses.empty() ? std::nullopt : std::optional(record_.losses.back());
    record_.lowest_loss = track_.lowest();
    record_.lowest_at = track_.lowest_at();
    record_.loss_at = track_.goal_at();
    record_.levels_at = track_.levels_at();
    record_.seconds = meter_.seconds();
    record_.steps_per_second = meter_.steps_per_second();
    record_.measurements = meter_.measurements();
    const FitView view{record_.losses, record_.reached};
    for (const ActiveCheck& each : checks_) {
      record_.checks.push_back(each.check->result(context_, view));
      const std::vector<Measure> measures = each.check->measures();
      record_.measures.insert(record_.measures.end(), measures.begin(), measures.end());
    }
    add_measures();
    const double step = meter_.median_step_seconds();
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      record_.costs.push_back({std::string(checks_[i].description->id), step > 0 ? seconds_[i] / step : 0});
    }
  }

  /// Steps and the first loss, on the scale on which they scatter evenly.
  void add_measures() {
    const auto add = [this](std::string name, double value) {
      if (value > 0) {
        record_.measures.push_back({std::move(name), std::log(value)});
      }
    };
    add("first_loss", record_.first_loss.value_or(0));
    add("steps", static_cast<double>(record_.reached.value_or(0)));
    for (std::size_t i = 0; i < wanted_.levels.size(); ++i) {
      add("levels." + base::to_text(base::Number(wanted_.levels[i].first)),
          static_cast<double>(record_.levels_at[i].value_or(0)));
    }
  }

  const suite::MemorizeCase& wanted_;
  Recipe& recipe_;
  Meter& meter_;
  TrainingObserver& observer_;
  FitRecord& record_;
  Declarations declarations_;
  CheckContext context_;
  std::vector<ActiveCheck> checks_;
  std::vector<double> seconds_;  ///< by check
  ModeWatch modes_;
  LossTrack track_;
  std::uint64_t bad_step_ = 0;
  std::uint64_t end_ = 0;  ///< step at which the tail ends; 0 before everything is reached
};

}  // namespace

std::uint64_t most_steps(const suite::MemorizeCase& wanted) {
  std::vector<suite::Bound> bounds;
  if (wanted.steps) {
    bounds.push_back(*wanted.steps);
  }
  for (const auto& [fraction, bound] : wanted.levels) {
    bounds.push_back(bound);
  }
  std::uint64_t most = 0;
  for (const suite::Bound& bound : bounds) {
    const double high = std::visit([](auto number) { return static_cast<double>(number); }, bound.high);
    constexpr double kMost = 1e15;
    if (std::isfinite(high) && high >= 0) {
      most = std::max(most, static_cast<std::uint64_t>(std::min(high, kMost)));
    }
  }
  return most > 0 ? most : kMostStepsUnbounded;
}

FitRecord fit(const RecipeFactory& factory, const suite::MemorizeCase& wanted, const RunSettings& settings,
              TrainingObserver& observer) {
  FitRecord record;
  record.seed = settings.seed;
  record.most_steps = most_steps(wanted);
  Meter meter;
  const Session session(settings.seed, settings.threads);
  const std::string seed = fmt::format("seed {}", settings.seed);
  observer.phase("build", seed);
  const ProcessState process = ProcessState::now();
  RecipeSettings built;
  built.seed = settings.seed;
  built.batch_size = wanted.batch_size;
  const std::unique_ptr<Recipe> recipe = build_recipe(factory, built);
  Run run(wanted, process, settings.measuring, settings.calibration.get(), *recipe, meter, observer, record);
  observer.phase("fit", seed);
  run.train();
  if (record.stop == Stop::kNotFinite) {
    observer.phase("diagnose", seed);
    const std::string origin = non_finite_origin(factory, wanted, settings, run.bad_step());
    record.stop_reason += origin.empty() ? "" : "; " + origin;
  }
  return record;
}

}  // namespace assay::train::detail
