#include <assay/suite/built.hpp>
#include <assay/suite/check_catalogue.hpp>
#include <assay/suite/memorize_check.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

namespace assay::suite {
namespace {

constexpr const char* kVersion = ASSAY_VERSION;

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
    add(!body.model.model.empty(), "`model` in place of a recipe");
    add(!body.ladder.empty(), "`ladder`");
    add(body.deployed.has_value(), "`deployed`");
    add(body.wall_time.ratio.has_value(), "`wall_time.ratio`");
    for (const auto& [id, setting] : body.checks) {
      const bool* on = std::get_if<bool>(&setting);
      const auto is_it = [&id = id](const MemorizeCheck& check) { return check.id == id; };
      const auto check = std::ranges::find_if(memorize_checks(), is_it);
      add(check != memorize_checks().end() && !check->built && (on == nullptr || *on),
          fmt::format("the check `{}`", id));
    }
  }

  void operator()(const TrainCase& body) {
    add(!body.command.empty(), "`command` in place of a recipe");
    add(body.stall.has_value(), "`stall`");
    add(body.first_step.has_value(), "`first_step`");
    for (const MetricLimits& limits : body.limits) {
      add(limits.reference.has_value(), fmt::format("`metric.{}.reference`", limits.metric));
      add(limits.from_history, fmt::format("`metric.{}.from_history`", limits.metric));
    }
  }

  void operator()(const ExamplesCase& body) {
    lacks(body.model.recipe.empty() && body.model.model.empty() && body.predictions.empty(),
          "names nobody who answers: give it `predictions`, or `recipe` with `checkpoint`");
    lacks(body.negative_flips && body.baseline.empty(), "asks for `negative_flips`, which need a `baseline`");
    add(!body.model.model.empty(), "`model` in place of a recipe");
    add(body.margin.has_value(), "`margin`");
    add(body.per_example, "`per_example`");
  }

  void operator()(const TestPattern&) {}

  template <class Body>
  void operator()(const Body&) {
    mistakes_.push_back(refusal(item_.place, fmt::format("`{}` cases", to_text(item_.kind))));
  }

  [[nodiscard]] std::vector<base::Mistake> take() { return std::move(mistakes_); }

 private:
  const Case& item_;
  std::vector<base::Mistake> mistakes_;
};

}  // namespace

std::vector<base::Mistake> unbuilt(const Case& item) {
  Refusals refusals(item);
  std::visit(refusals, item.body);
  return refusals.take();
}

}  // namespace assay::suite
