#include <assay/base/error.hpp>
#include <assay/base/nearest_name.hpp>
#include <assay/base/utf8.hpp>
#include <assay/train/recipe.hpp>
#include <assay/train/recipe_registry.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace assay::train {
namespace {

struct Entry {
  RecipeFactory factory;
  std::string place;
};

/// Filled by constants of the user's sources before `main`, so it cannot be an object that is passed around.
struct Registry {
  std::mutex mutex;
  std::map<std::string, Entry, std::less<>> recipes;
  std::vector<base::Mistake> mistakes;
};

Registry& registry() {
  static Registry instance;
  return instance;
}

bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '_';
  });
}

std::vector<std::string> sorted_names(const Registry& all) {
  std::vector<std::string> names;
  for (const auto& [name, entry] : all.recipes) {
    names.push_back(name);
  }
  return names;
}

void throw_mistakes(const Registry& all) {
  if (!all.mistakes.empty()) {
    throw base::UserError(all.mistakes);
  }
}

}  // namespace

RecipeRegistration register_recipe(std::string_view name, RecipeFactory factory, const char* file, int line) {
  Registry& all = registry();
  const std::scoped_lock lock(all.mutex);
  const base::Place place{file, line, 1};
  if (!is_name(name)) {
    all.mistakes.push_back({place, fmt::format("a recipe is called \"{}\": a name has letters, digits and _ alone",
                                               base::to_printable(name))});
  } else if (const auto same = all.recipes.find(name); same != all.recipes.end()) {
    all.mistakes.push_back({place, fmt::format("the recipe {} is registered a second time (first at {}): give one of "
                                               "them another name",
                                               name, same->second.place)});
  } else {
    all.recipes.emplace(std::string(name), Entry{std::move(factory), place.to_text()});
  }
  return {std::string(name)};
}

std::vector<std::string> recipe_names() {
  Registry& all = registry();
  const std::scoped_lock lock(all.mutex);
  throw_mistakes(all);
  return sorted_names(all);
}

RecipeFactory find_recipe(std::string_view name) {
  Registry& all = registry();
  const std::scoped_lock lock(all.mutex);
  throw_mistakes(all);
  if (const auto found = all.recipes.find(name); found != all.recipes.end()) {
    return found->second.factory;
  }
  const std::vector<std::string> names = sorted_names(all);
  if (names.empty()) {
    throw base::UserError(
        fmt::format("there is no recipe {}: this program registers none; a recipe's source has to be linked into the "
                    "suite's program",
                    base::to_printable(name)));
  }
  throw base::UserError(fmt::format("there is no recipe {}; this program has {}{}", base::to_printable(name),
                                    fmt::join(names, ", "), base::did_you_mean(name, names)));
}

}  // namespace assay::train
