#include "experiment.hpp"

#include <assay/base/error.hpp>
#include <assay/base/sha256.hpp>
#include <assay/train/calibrate.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/memorize.hpp>
#include <assay/train/training_observer.hpp>

#include "mutations/mutation.hpp"
#include "subjects/subject.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace assay::zoo {
namespace {

constexpr double kNaiveLoss = 0.05;
constexpr std::int64_t kNaiveSteps = 600;
constexpr std::int64_t kStepsWithoutLimits = 1500;
constexpr std::size_t kLossesHashed = 20;

const Subject& subject_of(std::string_view name) {
  for (const Subject& each : subjects()) {
    if (each.name == name) {
      return each;
    }
  }
  throw base::UserError(fmt::format("there is no subject {}", name));
}

train::RecipeFactory factory_of(const Experiment& experiment) {
  if (experiment.mutation.empty()) {
    return healthy(experiment.subject);
  }
  for (const Mutation& each : mutations()) {
    if (each.full_name() == experiment.mutation) {
      return mutated(each);
    }
  }
  throw base::UserError(fmt::format("there is no mutation {}", experiment.mutation));
}

suite::Bound bound(const std::pair<std::uint64_t, std::uint64_t>& limits) { return {limits.first, limits.second}; }

/// The number after the first "step " or "steps " that one follows.
std::optional<std::uint64_t> first_step_in(std::string_view message) {
  for (std::size_t at = message.find("step"); at != std::string_view::npos; at = message.find("step", at + 4)) {
    std::size_t digits = at + 4;
    digits += static_cast<std::size_t>(digits < message.size() && message[digits] == 's');
    if (digits + 1 < message.size() && message[digits] == ' ' && message[digits + 1] >= '0' &&
        message[digits + 1] <= '9') {
      return std::strtoull(message.data() + digits + 1, nullptr, 10);
    }
  }
  return std::nullopt;
}

train::MemorizeOutcome memorized(const train::RecipeFactory& factory, const suite::MemorizeCase& wanted,
                                 const train::RunSettings& settings) {
  train::TrainingObserver nobody;
  return train::memorize(factory, wanted, settings, nobody);
}

/// The test that everybody writes: the loss has to be small after some time.
bool naive_alarm(const train::RecipeFactory& factory, std::uint64_t seed) {
  suite::MemorizeCase wanted;
  wanted.loss_below = kNaiveLoss;
  wanted.steps = suite::Bound{std::int64_t{0}, kNaiveSteps};
  for (const train::CheckDescription& each : train::built_in_checks()) {
    if (each.make != nullptr) {
      wanted.checks.emplace_back(each.id, false);
    }
  }
  wanted.seeds = {seed};  // nobody runs it again
  const auto outcome = memorized(factory, wanted, {});
  return std::ranges::any_of(outcome.results, [](const base::CheckResult& each) {
    return each.check == "loss_below" && each.verdict != base::Verdict::kPassed;
  });
}

/// What a check says of an alarm that two more seeds did not repeat.
constexpr std::string_view kNotRepeated = "not repeated with seeds";

}  // namespace

suite::MemorizeCase case_of(std::string_view subject, const train::Calibration* calibration) {
  suite::MemorizeCase wanted;
  wanted.loss_below = subject_of(subject).loss_below;
  if (calibration == nullptr) {
    wanted.steps = suite::Bound{std::int64_t{0}, kStepsWithoutLimits};
    return wanted;
  }
  const train::StepLimits limits = train::step_limits(*calibration, kAlarmRate);
  wanted.steps = bound(limits.steps);
  for (const auto& [level, steps] : limits.levels) {
    wanted.levels.emplace_back(std::stod(level), bound(steps));
  }
  return wanted;
}

RunReport run(const Experiment& experiment, const std::shared_ptr<const train::Calibration>& calibration) {
  RunReport report;
  const auto began = std::chrono::steady_clock::now();
  const train::RecipeFactory factory = factory_of(experiment);
  train::RunSettings settings;
  settings.seed = experiment.seed;
  settings.calibration = calibration;
  try {
    const train::MemorizeOutcome outcome = memorized(factory, case_of(experiment.subject, calibration.get()), settings);
    for (const base::CheckResult& each : outcome.results) {
      if (each.reason.starts_with(kNotRepeated)) {
        report.cleared.push_back(each.check);
      }
      if (each.verdict == base::Verdict::kFailed || each.verdict == base::Verdict::kError) {
        const std::string message = each.failures.empty() ? each.reason : each.failures.front().message;
        report.alarms.push_back({each.check, message, first_step_in(message)});
      }
    }
    std::string losses;
    const auto& seen = outcome.runs.front().losses;
    for (std::size_t i = 0; i < std::min(kLossesHashed, seen.size()); ++i) {
      losses += fmt::format("{} ", seen[i]);
    }
    base::Sha256 hash;
    hash.add(losses);
    report.losses = base::to_hex(hash.finish()).substr(0, 16);
    report.naive_alarm = experiment.naive && naive_alarm(factory, experiment.seed);
  } catch (const base::UserError& error) {
    report.alarms.push_back({"build", error.what(), 0});
    report.naive_alarm = experiment.naive;
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return report;
}

}  // namespace assay::zoo
