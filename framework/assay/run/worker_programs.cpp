#include <assay/base/error.hpp>
#include <assay/run/detail/program_tests.hpp>
#include <assay/run/detail/registration.hpp>
#include <assay/run/worker_programs.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

namespace assay::run {

namespace {

using detail::Registration;

constexpr const char* kStockProgram = "assay-data";
constexpr const char* kTrainingProgram = "assay-train";

/// The build tree to take and what it registers of this project.
struct BuildTree {
  std::filesystem::path folder;
  std::vector<Registration> registrations;
};

std::vector<Registration> registrations_of(const suite::Project& project, const std::filesystem::path& build) {
  std::vector<Registration> result = detail::read_registrations(build);
  std::erase_if(result, [&project](const Registration& registration) {
    return std::ranges::none_of(project.suites, [&registration](const suite::Suite& suite) {
      std::error_code error;
      return suite.name == registration.suite && std::filesystem::equivalent(suite.file, registration.file, error);
    });
  });
  return result;
}

std::optional<BuildTree> named_build(const suite::Project& project, const std::filesystem::path& folder,
                                     const char* source) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) {
    throw base::UserError(fmt::format("{} {}: no such folder; name a build tree", source, folder.native()));
  }
  BuildTree tree{std::filesystem::absolute(folder), registrations_of(project, folder)};
  if (tree.registrations.empty()) {
    throw base::UserError(
        fmt::format("{} {}: this build tree registers no suite of {}; suites with C++ are registered by "
                    "assay_add_suite() when the tree is built",
                    source, folder.native(), project.root.native()));
  }
  return tree;
}

/// Where build trees are looked for, one folder after the other. Without assay.toml the project may be a part of a
/// larger one: then also below the folders around it that hold a CMakeLists.txt, up to one with `.git` or to a build
/// tree.
std::vector<std::filesystem::path> search_roots(const suite::Project& project) {
  std::vector<std::filesystem::path> roots{project.root};
  if (project.file) return roots;
  std::error_code error;
  std::filesystem::path folder = std::filesystem::absolute(project.root).lexically_normal();
  while (!std::filesystem::exists(folder / ".git", error) && folder.has_relative_path()) {
    folder = folder.parent_path();
    if (std::filesystem::exists(folder / "CMakeCache.txt", error)) break;
    if (std::filesystem::exists(folder / "CMakeLists.txt", error)) roots.push_back(folder);
  }
  return roots;
}

std::vector<BuildTree> trees_below(const suite::Project& project, const std::filesystem::path& root) {
  std::vector<BuildTree> trees;
  for (const std::filesystem::path& folder : detail::find_build_trees(root)) {
    BuildTree tree{folder, registrations_of(project, folder)};
    if (!tree.registrations.empty()) trees.push_back(std::move(tree));
  }
  return trees;
}

std::optional<BuildTree> choose_build(const suite::Project& project,
                                      const std::optional<std::filesystem::path>& build) {
  if (build) return named_build(project, *build, "--build");
  if (const char* variable = std::getenv("ASSAY_BUILD"); variable != nullptr && *variable != '\0') {
    return named_build(project, variable, "ASSAY_BUILD");
  }
  std::vector<BuildTree> trees;
  for (const std::filesystem::path& root : search_roots(project)) {
    trees = trees_below(project, root);
    if (!trees.empty()) break;
  }
  if (trees.empty()) return std::nullopt;
  if (trees.size() > 1) {
    std::vector<std::string> names;
    for (const BuildTree& tree : trees) names.push_back(tree.folder.native());
    throw base::UserError(
        fmt::format("{} build trees register suites of this project; choose one with --build or ASSAY_BUILD: {}",
                    trees.size(), fmt::join(names, ", ")));
  }
  return std::move(trees.front());
}

/// The program itself when it is there.
std::filesystem::path if_there(const std::filesystem::path& program) {
  std::error_code error;
  return std::filesystem::is_regular_file(program, error) ? program : std::filesystem::path();
}

WorkerProgram own_program(const BuildTree& tree, const Registration& registration,
                          const std::filesystem::path& stock_folder) {
  detail::ProgramTests tests = detail::ask_for_tests(registration.program);
  return {.executable = registration.program,
          .own = true,
          .tests = std::move(tests.names),
          .places = std::move(tests.places),
          .recipes = std::move(tests.recipes),
          .stock = if_there(stock_folder / kStockProgram),
          .training = if_there(stock_folder / kTrainingProgram),
          .build = tree.folder,
          .mistakes = {}};
}

WorkerProgram stock_program(const std::filesystem::path& stock_folder, const suite::Suite& suite) {
  const std::filesystem::path program = stock_folder / kStockProgram;
  if (if_there(program).empty()) {
    throw base::InfrastructureError(
        fmt::format("{} is not there; it stands beside `assay` in a build tree and when installed", program.native()));
  }
  WorkerProgram made;
  made.executable = program;
  made.training = if_there(stock_folder / kTrainingProgram);
  if (!suite.test_options.empty()) {
    made.mistakes.push_back({suite.test_options.front().place,
                             "a suite with C++ tests needs a program of its own; build it with assay_add_suite() and "
                             "name the build tree with --build"});
  }
  return made;
}

}  // namespace

std::map<std::string, WorkerProgram> find_programs(const suite::Project& project,
                                                   const std::filesystem::path& stock_folder,
                                                   const std::optional<std::filesystem::path>& build) {
  std::map<std::string, WorkerProgram> programs;
  const std::optional<BuildTree> tree = choose_build(project, build);
  for (const suite::Suite& suite : project.suites) {
    if (tree) {
      const auto own = std::ranges::find(tree->registrations, suite.name, &Registration::suite);
      if (own != tree->registrations.end()) {
        programs.emplace(suite.name, own_program(*tree, *own, stock_folder));
        continue;
      }
    }
    programs.emplace(suite.name, stock_program(stock_folder, suite));
  }
  return programs;
}

}  // namespace assay::run
