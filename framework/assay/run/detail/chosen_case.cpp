#include <assay/base/nearest_name.hpp>
#include <assay/run/detail/chosen_case.hpp>
#include <assay/suite/filter.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace assay::run::detail {

namespace {

/// The first `[test.*]` table whose pattern matches the test.
const suite::Case* options_of_test(const suite::Suite& suite, const std::string& test) {
  const auto found = std::ranges::find_if(suite.test_options, [&test](const suite::Case& item) {
    const auto* pattern = std::get_if<suite::TestPattern>(&item.body);
    return pattern != nullptr && suite::matches_glob(pattern->pattern, test);
  });
  return found == suite.test_options.end() ? nullptr : &*found;
}

void find_unmatched_patterns(const suite::Suite& suite, const WorkerProgram& program,
                             std::vector<base::Mistake>& mistakes) {
  for (const suite::Case& item : suite.test_options) {
    const auto* pattern = std::get_if<suite::TestPattern>(&item.body);
    if (pattern == nullptr) continue;
    const auto fits = [pattern](const std::string& test) { return suite::matches_glob(pattern->pattern, test); };
    if (std::ranges::any_of(program.tests, fits)) continue;
    mistakes.push_back({item.place, fmt::format("[test.\"{}\"] fits none of the {} C++ tests of {}{}", pattern->pattern,
                                                program.tests.size(), program.executable.native(),
                                                base::did_you_mean(pattern->pattern, program.tests))});
  }
}

bool starts_disabled(std::string_view name) noexcept {
  constexpr std::string_view kMark = "DISABLED_";
  return name.starts_with(kMark) || name.find(std::string("/") + std::string(kMark)) != std::string_view::npos;
}

}  // namespace

std::vector<ChosenCase> all_cases(const suite::Project& project, const std::map<std::string, WorkerProgram>& programs,
                                  std::vector<base::Mistake>& mistakes) {
  std::vector<ChosenCase> cases;
  for (const suite::Suite& suite : project.suites) {
    const auto found = programs.find(suite.name);
    const WorkerProgram* program = found == programs.end() ? nullptr : &found->second;
    for (const suite::Case& item : suite.cases) {
      const auto needed = item.needs();
      cases.push_back({suite.full_name(item), &suite, &item, item.kind, item.options, item.check_names(), item.place,
                       program, needed ? fmt::format("{}.train.{}", suite.name, *needed) : ""});
    }
    if (program == nullptr) continue;
    if (program->mistakes.empty()) find_unmatched_patterns(suite, *program, mistakes);
    for (const std::string& test : program->tests) {
      ChosenCase chosen;
      chosen.name = fmt::format("{}.{}.{}", suite.name, suite::to_text(suite::Kind::kTest), test);
      chosen.suite = &suite;
      chosen.item = options_of_test(suite, test);
      chosen.kind = suite::Kind::kTest;
      if (chosen.item != nullptr) chosen.options = chosen.item->options;
      if (chosen.options.tier.empty() && !project.tiers.empty()) chosen.options.tier = project.tiers.front().name;
      const auto place = program->places.find(test);
      chosen.place = place == program->places.end() ? base::Place{suite.file.native(), 0, 0} : place->second;
      chosen.program = program;
      cases.push_back(std::move(chosen));
    }
  }
  return cases;
}

std::vector<std::size_t> chosen_tiers(const suite::Project& project, const Selection& selection,
                                      std::vector<base::Mistake>& mistakes) {
  std::vector<std::string> names;
  for (const suite::Tier& tier : project.tiers) names.push_back(tier.name);
  std::size_t last = 0;
  if (!selection.tier.empty()) {
    const auto found = std::ranges::find(names, selection.tier);
    if (found == names.end()) {
      mistakes.push_back({{},
                          fmt::format("--tier {}: no such tier; the tiers are {}{}", selection.tier,
                                      fmt::join(names, ", "), base::did_you_mean(selection.tier, names))});
      return {};
    }
    last = static_cast<std::size_t>(std::distance(names.begin(), found));
  }
  std::vector<std::size_t> tiers;
  for (std::size_t i = selection.only_tier ? last : 0; i <= last && i < names.size(); ++i) tiers.push_back(i);
  return tiers;
}

bool is_in_shard(std::size_t position, unsigned shard, unsigned shards) noexcept {
  return shards <= 1 || position % shards == shard - 1;
}

bool is_disabled(std::string_view test) noexcept {
  const std::size_t dot = std::min(test.find('.'), test.size());
  return starts_disabled(test.substr(0, dot)) || starts_disabled(test.substr(std::min(dot + 1, test.size())));
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-@%:=,";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char character : text) {
    if (character == '\'') {
      quoted += "'\\''";
    } else {
      quoted += character;
    }
  }
  return quoted + "'";
}

std::string reproduce_command(const ChosenCase& chosen, const std::string& first_tier) {
  const auto from_here = [](const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::path relative = std::filesystem::proximate(path, error);
    return error || relative.empty() ? path.native() : relative.native();
  };
  const suite::Suite& suite = *chosen.suite;
  const bool usual_name = suite.file.filename() == "suite.toml";
  // In quotes, as a name may hold characters that the shell would take for its own.
  std::string command =
      fmt::format("assay run {} --filter '{}'",
                  shell_word(from_here(usual_name ? suite.file.parent_path() : suite.file)), chosen.name);
  if (chosen.options.tier != first_tier) command += " --tier " + shell_word(chosen.options.tier);
  if (chosen.program != nullptr && chosen.program->own && !chosen.program->build.empty()) {
    command += " --build " + shell_word(from_here(chosen.program->build));
  }
  return command;
}

}  // namespace assay::run::detail
