#include <assay/base/nearest_name.hpp>
#include <assay/run/detail/suite_lacks.hpp>
#include <assay/suite/built.hpp>
#include <assay/suite/load.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace assay::run::detail {
namespace {

using base::Mistake;

/// The case's recipe must be known to the program that is to run it.
void check_recipe(const ChosenCase& chosen, std::vector<Mistake>& mistakes) {
  const std::string& recipe = chosen.item->recipe();
  if (recipe.empty() || chosen.program == nullptr) return;
  const std::vector<std::string>& known = chosen.program->recipes;
  if (std::ranges::find(known, recipe) != known.end()) return;
  const std::string what =
      fmt::format("{}.{}: the recipe `{}`", suite::to_text(chosen.kind), chosen.item->name, recipe);
  if (!chosen.program->own) {
    mistakes.push_back(
        {chosen.place, fmt::format("{} needs a program of the suite; build it with assay_add_suite({} ... LIBRARIES "
                                   "assay::fixtures_training) and name the build tree with --build",
                                   what, chosen.suite->name)});
    return;
  }
  mistakes.push_back(
      {chosen.place,
       fmt::format("{} is not registered in {}; {}{}", what, chosen.program->executable.native(),
                   known.empty() ? "it registers none" : fmt::format("it registers {}", fmt::join(known, ", ")),
                   base::did_you_mean(recipe, known))});
}

/// An exported model needs a program with LibTorch.
void check_trainer(const ChosenCase& chosen, std::vector<Mistake>& mistakes) {
  const WorkerProgram* program = chosen.program;
  if (program == nullptr || !chosen.item->trains_model() || program->own || !program->training.empty()) return;
  mistakes.push_back(
      {chosen.place,
       fmt::format("{}.{}: training a model needs the program `assay-train` in {}; build Assay with "
                   "LibTorch (-DASSAY_TRAINING=ON)",
                   suite::to_text(chosen.kind), chosen.item->name, program->executable.parent_path().native())});
}

/// Programs that are missing for suites of which no case is chosen: nothing else would tell of them.
void find_unchosen(const std::map<std::string, WorkerProgram>& programs, const SuiteLacks& lacks,
                   std::vector<Mistake>& mistakes) {
  for (const auto& [name, program] : programs) {
    const auto same = [&name = name](const auto& entry) { return entry.first->name == name; };
    if (std::ranges::none_of(lacks, same)) {
      mistakes.insert(mistakes.end(), program.mistakes.begin(), program.mistakes.end());
    }
  }
}

}  // namespace

SuiteLacks find_lacks(const std::vector<ChosenCase>& chosen, const std::map<std::string, WorkerProgram>& programs,
                      std::vector<Mistake>& mistakes) {
  std::set<const suite::Case*> seen;
  std::map<const suite::Suite*, std::vector<const suite::Case*>> by_suite;
  SuiteLacks lacks;
  for (const ChosenCase& item : chosen) {
    const auto same = [&](const auto& entry) { return entry.first == item.suite; };
    auto own = std::ranges::find_if(lacks, same);
    if (own == lacks.end()) {
      own = lacks.insert(lacks.end(), {item.suite, {}});
      if (item.program != nullptr) own->second = item.program->mistakes;
    }
    if (item.item == nullptr || !seen.insert(item.item).second) continue;
    const std::vector<Mistake> unbuilt = suite::unbuilt(*item.item);
    mistakes.insert(mistakes.end(), unbuilt.begin(), unbuilt.end());
    if (item.program == nullptr || item.program->mistakes.empty()) {
      check_recipe(item, own->second);
      check_trainer(item, own->second);
    }
    by_suite[item.suite].push_back(item.item);
  }
  for (auto& [suite, lacking] : lacks) {
    const tl::expected<suite::DataFiles, std::vector<Mistake>> files = suite::resolve_data(*suite, by_suite[suite]);
    if (!files) lacking.insert(lacking.end(), files.error().begin(), files.error().end());
  }
  find_unchosen(programs, lacks, mistakes);
  return lacks;
}

void refuse_lacking(const SuiteLacks& lacks, const std::vector<ChosenCase>& chosen, Plan& plan) {
  for (const auto& [suite, lacking] : lacks) {
    plan.mistakes.insert(plan.mistakes.end(), lacking.begin(), lacking.end());
  }
  const auto can_run = [](const auto& entry) { return entry.second.empty(); };
  if (!plan.mistakes.empty() && std::ranges::none_of(lacks, can_run)) throw base::UserError(plan.mistakes);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto same = [&](const auto& entry) { return entry.first == chosen[i].suite; };
    const auto own = std::ranges::find_if(lacks, same);
    if (own == lacks.end() || own->second.empty()) continue;
    std::vector<std::string> sentences;
    for (const Mistake& mistake : own->second) sentences.push_back(mistake.to_text());
    plan.tasks[i].planned.skip = fmt::format("{}", fmt::join(sentences, "\n"));
    plan.tasks[i].planned.skip_fault = base::Fault::kUser;
  }
}

}  // namespace assay::run::detail
