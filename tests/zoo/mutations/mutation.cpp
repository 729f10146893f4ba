#include "mutation.hpp"

#include <assay/base/error.hpp>
#include <assay/train/fault.hpp>
#include <assay/train/recipe.hpp>

#include "../subjects/subject.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace assay::zoo {
namespace {

train::RecipeFactory factory_of(const Subject& subject, std::string planted) {
  return [make = subject.make, planted = std::move(planted)](const train::RecipeSettings& settings) {
    return make(settings, planted);
  };
}

const Subject& find_subject(std::string_view name) {
  const auto all = subjects();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Subject& each) { return each.name == name; });
  if (found == all.end()) {
    throw base::UserError(fmt::format("there is no subject {}", name));
  }
  return *found;
}

}  // namespace

std::string Mutation::full_name() const { return fmt::format("{}/{}", subject, name); }

std::span<const Mutation> mutations() {
  static const std::vector<Mutation> kAll = [] {
    std::vector<Mutation> all;
    for (const auto group : {mlp_mutations(), cnn_mutations(), transformer_mutations(), lstm_mutations(),
                             autoencoder_mutations(), tabular_mutations()}) {
      all.insert(all.end(), group.begin(), group.end());
    }
    return all;
  }();
  return kAll;
}

train::RecipeFactory mutated(const Mutation& mutation) {
  const Subject& subject = find_subject(mutation.subject);
  const auto faults = train::built_in_faults();
  const bool built_in = std::any_of(faults.begin(), faults.end(),
                                    [&](const train::FaultDescription& each) { return each.id == mutation.name; });
  return built_in ? train::with_fault(factory_of(subject, ""), mutation.name)
                  : factory_of(subject, std::string(mutation.name));
}

train::RecipeFactory healthy(std::string_view subject) { return factory_of(find_subject(subject), ""); }

}  // namespace assay::zoo
