#include "experiment.hpp"

#include <assay/base/error.hpp>
#include <assay/base/sha256.hpp>
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

namespace assay::zoo {
namespace {

constexpr double kNaiveLoss = 0.05;
constexpr std::int64_t kNaiveSteps = 600;
constexpr std::int64_t kStepsWithoutLimits = 1500;
constexpr std::size_t kLossesHashed = 20;

const Subject& subject_of(const std::string& name) {
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

suite::Bound bound(std::uint64_t low, std::uint64_t high) {
  return {static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)};
}

suite::MemorizeCase case_of(const Experiment& experiment, const SubjectLimits* limits) {
  suite::MemorizeCase wanted;
  wanted.loss_below = subject_of(experiment.subject).loss_below;
  const auto limit = [&](const std::string& check) {
    return limits == nullptr ? bound(0, kStepsWithoutLimits) : bound(limits->at(check).low, limits->at(check).high);
  };
  wanted.steps = limit("steps");
  for (const double level : kLevels) {
    wanted.levels.emplace_back(level, limit("levels." + base::to_text(base::Number(level))));
  }
  return wanted;
}

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
                                 std::uint64_t seed) {
  train::TrainingObserver nobody;
  train::RunSettings settings;
  settings.seed = seed;
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
  const auto outcome = memorized(factory, wanted, seed);
  return std::ranges::any_of(outcome.results, [](const base::CheckResult& each) {
    return each.check == "loss_below" && each.verdict != base::Verdict::kPassed;
  });
}

}  // namespace

RunReport run(const Experiment& experiment, const SubjectLimits* limits) {
  RunReport report;
  const auto began = std::chrono::steady_clock::now();
  const train::RecipeFactory factory = factory_of(experiment);
  try {
    const train::MemorizeOutcome outcome = memorized(factory, case_of(experiment, limits), experiment.seed);
    for (const base::CheckResult& each : outcome.results) {
      const bool budget = each.check == "steps" || each.check.starts_with("levels.");
      if (budget && !each.metrics.empty()) {
        report.reached[each.check] = static_cast<std::uint64_t>(std::get<std::int64_t>(each.metrics.front().value));
      }
      if (each.verdict != base::Verdict::kFailed && each.verdict != base::Verdict::kError) {
        continue;
      }
      const std::string message = each.failures.empty() ? each.reason : each.failures.front().message;
      report.alarms.push_back({each.check, message, first_step_in(message)});
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
