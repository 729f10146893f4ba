#include <assay/suite/built.hpp>
#include <assay/suite/check_catalogue.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <variant>

namespace assay::suite {
namespace {

constexpr const char* kVersion = ASSAY_VERSION;

template <class Body>
const Body& body_of(const Case& item) {
  return std::get<Body>(item.body);
}

bool any_limit(const Case& item, bool (*asked)(const MetricLimits&)) {
  const auto& limits = body_of<TrainCase>(item).limits;
  return std::any_of(limits.begin(), limits.end(), asked);
}

constexpr auto kLaterKeys = std::to_array<LaterKey>({
    {Kind::kMemorize, "wall_time.ratio",
     [](const Case& item) { return body_of<MemorizeCase>(item).wall_time.ratio.has_value(); }},
    {Kind::kMemorize, "ladder", [](const Case& item) { return !body_of<MemorizeCase>(item).ladder.empty(); }},
    {Kind::kMemorize, "deployed", [](const Case& item) { return body_of<MemorizeCase>(item).deployed.has_value(); }},
    {Kind::kTrain, "command", [](const Case& item) { return !body_of<TrainCase>(item).command.empty(); }},
    {Kind::kTrain, "metrics", [](const Case&) { return false; }},  // with `command` alone
    {Kind::kTrain, "stall", [](const Case& item) { return body_of<TrainCase>(item).stall.has_value(); }},
    {Kind::kTrain, "first_step", [](const Case& item) { return body_of<TrainCase>(item).first_step.has_value(); }},
    {Kind::kTrain, "metric.reference",
     [](const Case& item) {
       return any_limit(item, [](const MetricLimits& limits) { return limits.reference.has_value(); });
     }},
    {Kind::kTrain, "metric.from_history",
     [](const Case& item) { return any_limit(item, [](const MetricLimits& limits) { return limits.from_history; }); }},
    {Kind::kExamples, "model", [](const Case& item) { return !body_of<ExamplesCase>(item).model.model.empty(); }},
    {Kind::kExamples, "margin", [](const Case& item) { return body_of<ExamplesCase>(item).margin.has_value(); }},
    {Kind::kExamples, "per_example", [](const Case& item) { return body_of<ExamplesCase>(item).per_example; }},
});

base::Mistake refusal(const base::Place& place, const std::string& what) {
  return {place, fmt::format("{} cannot be run by this version of Assay ({})", what, kVersion)};
}

void add_unbuilt(const Check& check, std::vector<base::Mistake>& mistakes) {
  const CheckDescription* description = find_check(check.key);
  if (description == nullptr || !description->built) {
    mistakes.push_back(refusal(check.place, fmt::format("the check `{}`", check.key)));
  }
}

/// Gathers what one case asks for in vain.
class Refusals {
 public:
  explicit Refusals(const Case& item) : item_(item) {}

  void add(bool asked, std::string_view what) {
    if (asked) {
      mistakes_.push_back(refusal(item_.place, fmt::format("{}.{}: {}", to_text(item_.kind), item_.name, what)));
    }
  }

  /// The case can be read, but lacks what it would be run with.
  void lacks(bool lacking, std::string_view what) {
    if (lacking) {
      mistakes_.push_back({item_.place, fmt::format("{}.{} {}", to_text(item_.kind), item_.name, what)});
    }
  }

  void operator()(const ExpectCase& body) {
    for (const Check& check : body.checks) {
      add_unbuilt(check, mistakes_);
    }
    for (const auto& [part, checks] : body.parts) {
      for (const Check& check : checks) {
        add_unbuilt(check, mistakes_);
      }
    }
  }

  void operator()(const MemorizeCase& body) {
    lacks(!body.loss_below && !body.accuracy_above && body.levels.empty(),
          "asks for nothing to reach: give it `loss_below`, `accuracy_above` or `levels`");
    lacks(body.model.recipe.empty() && body.model.model.empty(), "needs a `recipe`");
  }

  void operator()(const ExamplesCase& body) {
    lacks(body.model.recipe.empty() && body.model.model.empty() && body.predictions.empty(),
          "names nobody who answers: give it `predictions`, or `recipe` with `checkpoint`");
    lacks(body.negative_flips && body.baseline.empty(), "asks for `negative_flips`, which need a `baseline`");
  }

  template <class Body>
  void operator()(const Body&) {
    if (!is_built(item_.kind)) {
      mistakes_.push_back(refusal(item_.place, fmt::format("`{}` cases", to_text(item_.kind))));
    }
  }

  void add_later_keys() {
    for (const LaterKey& key : kLaterKeys) {
      add(key.kind == item_.kind && key.asked(item_), fmt::format("`{}`", key.path));
    }
  }

  [[nodiscard]] std::vector<base::Mistake> take() { return std::move(mistakes_); }

 private:
  const Case& item_;
  std::vector<base::Mistake> mistakes_;
};

}  // namespace

std::span<const LaterKey> later_keys() noexcept { return kLaterKeys; }

bool is_built(Kind kind) noexcept {
  switch (kind) {
    case Kind::kExpect:
    case Kind::kMemorize:
    case Kind::kTrain:
    case Kind::kExamples:
    case Kind::kTest:
      return true;
    case Kind::kBehave:
    case Kind::kResume:
    case Kind::kDeterminism:
    case Kind::kParity:
      return false;
  }
  return false;
}

std::string with_note(std::string_view meaning, bool built) {
  return fmt::format("{}{}", meaning, built ? "" : " (not built in this version)");
}

std::vector<base::Mistake> unbuilt(const Case& item) {
  Refusals refusals(item);
  refusals.add_later_keys();
  std::visit(refusals, item.body);
  return refusals.take();
}

}  // namespace assay::suite
