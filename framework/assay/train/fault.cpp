#include <assay/base/error.hpp>
#include <assay/base/nearest_name.hpp>
#include <assay/base/utf8.hpp>
#include <assay/train/detail/build_recipe.hpp>
#include <assay/train/detail/fault_hooks.hpp>
#include <assay/train/detail/fault_parts.hpp>
#include <assay/train/detail/faulty_recipe.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/random_state.hpp>
#include <assay/train/fault.hpp>

#include <fmt/format.h>

#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace assay::train {
namespace {

using detail::PlannedFault;

const std::vector<PlannedFault>& all_faults() {
  static const std::vector<PlannedFault> kAll = [] {
    std::vector<PlannedFault> all;
    for (const auto group :
         {detail::loop_faults(), detail::loss_faults(), detail::optimizer_faults(), detail::model_faults(),
          detail::batch_faults(), detail::mode_faults(), detail::process_faults()}) {
      all.insert(all.end(), group.begin(), group.end());
    }
    return all;
  }();
  return kAll;
}

const PlannedFault& find_fault(std::string_view id) {
  std::vector<std::string> ids;
  for (const PlannedFault& each : all_faults()) {
    if (each.description.id == id) {
      return each;
    }
    ids.emplace_back(each.description.id);
  }
  throw base::UserError(fmt::format("there is no fault {}{}", base::to_printable(id), base::did_you_mean(id, ids)));
}

/// A recipe built for one question, from the same seed as every other.
std::unique_ptr<Recipe> built_anew(const RecipeFactory& healthy, const RecipeSettings& settings) {
  detail::seed_random_numbers(settings.seed);
  return detail::build_recipe(healthy, settings);
}

/// Why the default loop cannot take the place of the recipe's own; none when one step of each ends in the same bits.
std::optional<std::string> why_not_default_loop(const RecipeFactory& healthy, const RecipeSettings& settings) {
  const auto own = built_anew(healthy, settings);
  const Batch batch = own->batch(0);
  own->step(batch);
  const auto other = built_anew(healthy, settings);
  const Batch same_batch = other->batch(0);
  other->Recipe::step(same_batch);
  if (detail::same_state(detail::state_of(*own), detail::state_of(*other))) {
    return std::nullopt;
  }
  return "the recipe has a training loop of its own, whose step does something else than the default one";
}

}  // namespace

std::span<const FaultDescription> built_in_faults() noexcept {
  static const std::vector<FaultDescription> kDescriptions = [] {
    std::vector<FaultDescription> descriptions;
    for (const PlannedFault& each : all_faults()) {
      descriptions.push_back(each.description);
    }
    return descriptions;
  }();
  return kDescriptions;
}

std::optional<std::string> why_not_applicable(const RecipeFactory& healthy, const RecipeSettings& settings,
                                              std::string_view id) {
  const PlannedFault& fault = find_fault(id);
  const detail::Session session(settings.seed, 1);
  const detail::FaultHooks hooks = fault.make(settings);
  const auto recipe = built_anew(healthy, settings);
  try {
    if (hooks.why_not) {
      if (auto reason = hooks.why_not(*recipe)) {
        return reason;
      }
    }
    return hooks.replaces_loop() ? why_not_default_loop(healthy, settings) : std::nullopt;
  } catch (const base::InfrastructureError&) {
    throw;
  } catch (const std::exception& error) {
    return fmt::format("the recipe throws when it is tried: {}", detail::told(error.what()));
  }
}

RecipeFactory with_fault(RecipeFactory healthy, std::string_view id) {
  const PlannedFault& fault = find_fault(id);
  return [healthy = std::move(healthy), make = fault.make](const RecipeSettings& settings) -> std::unique_ptr<Recipe> {
    return std::make_unique<detail::FaultyRecipe>(detail::build_recipe(healthy, settings), make(settings));
  };
}

}  // namespace assay::train
