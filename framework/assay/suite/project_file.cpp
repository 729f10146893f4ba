#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/suite/detail/paths.hpp>
#include <assay/suite/detail/project_file.hpp>
#include <assay/suite/load.hpp>

#include <fmt/format.h>

namespace assay::suite::detail {
namespace {

using config::Node;
using config::Reader;

config::Type<Tier> tier_type() {
  config::Table<Tier> tier("a table { budget, per_case, device, cadence }");
  tier.key("budget", "longest time of the whole tier", config::duration(), &Tier::budget)
      .key("per_case", "longest time of one case", config::duration(), &Tier::per_case)
      .key("device", "where cases run by default",
           config::choice<Device>({{"cpu", Device::kCpu}, {"cuda", Device::kCuda}, {"any", Device::kAny}}),
           &Tier::device)
      .key("cadence", "when the tier runs",
           config::choice<Cadence>(
               {{"pr", Cadence::kPullRequest}, {"scheduled", Cadence::kScheduled}, {"nightly", Cadence::kNightly}}),
           &Tier::cadence);
  return tier.type();
}

config::Type<HistoryOptions> history_type() {
  const auto file = config::text("a file").then(
      [](const std::string& written, const Node& node, Reader& reader) -> std::optional<std::filesystem::path> {
        auto expanded = expand_variables(written);
        if (!expanded) {
          reader.report(node.position, fmt::format("{}: {}", reader.subject(), expanded.error()));
          return std::nullopt;
        }
        return std::filesystem::path(*expanded);
      });
  config::Table<HistoryOptions> history("a table { file, keep, suspect }");
  history.key("file", "where the history is kept; .assay/history by default", file, &HistoryOptions::file)
      .key("keep", "how long runs are kept; for ever by default", config::duration(), &HistoryOptions::keep)
      .key("suspect", "what an alarm that was not confirmed does",
           config::choice<bool>({{"warn", false}, {"fail", true}}), &HistoryOptions::suspect_fails);
  return history.type();
}

config::Type<std::string> notification_type() {
  config::Table<std::string> notification("a table { url_env }");
  notification
      .key("url_env", "the environment variable that holds the address", config::text("the name of a variable"),
           [](std::string& to, std::string name) { to = std::move(name); })
      .required();
  return notification.type();
}

config::Type<ListedSuite> listed_suite_type() {
  const auto path =
      config::text("a folder or a suite file").then([](std::string written, const Node& node, Reader& reader) {
        return std::optional(ListedSuite{std::move(written), reader.place(node.position)});
      });
  config::Table<ListedSuite> suite("a table { path }");
  suite
      .key("path", "folder of a suite, or the suite file; relative to this file", path,
           [](ListedSuite& to, ListedSuite read) { to = std::move(read); })
      .required();
  return suite.type();
}

}  // namespace

config::Table<ReadProject> project_file_table() {
  config::Table<Project> project("a table { name, build }");
  project.key("name", "the project's name", config::text("a name"), &Project::name)
      .key("build", "command that builds a revision", config::text("a command"), &Project::build);

  config::Table<ReadProject> file("a project");
  file.key("project", "the project as a whole", project.type(),
           [](ReadProject& to, Project read) {
             to.project.name = std::move(read.name);
             to.project.build = std::move(read.build);
           })
      .key("tier", "tiers, ordered as written; a run of one includes the earlier ones",
           config::map_of("a table of named tiers", tier_type(), config::name_key()),
           [](ReadProject& to, std::vector<std::pair<std::string, Tier>> tiers) {
             for (auto& [name, tier] : tiers) {
               tier.name = std::move(name);
               to.project.tiers.push_back(std::move(tier));
             }
           })
      .key("history", "runs that are kept", history_type(),
           [](ReadProject& to, HistoryOptions history) { to.project.history = std::move(history); })
      .key("notify", "who is told",
           config::map_of("a table of named addresses", notification_type(), config::name_key()),
           [](ReadProject& to, std::vector<std::pair<std::string, std::string>> notifications) {
             for (auto& [name, url_env] : notifications) {
               to.project.notifications.push_back({std::move(name), std::move(url_env)});
             }
           })
      .key("suite", "the suites of the project; all suite.toml below it by default",
           config::list_of(listed_suite_type(), "a list of tables, written as [[suite]]"), &ReadProject::listed);
  return file;
}

ReadProject read_project(const std::filesystem::path& path) {
  ReadProject result;
  const std::filesystem::path file = absolute_path(path);
  result.project.file = file;
  result.project.root = file.parent_path();
  const auto document = config::read_document(path, shown_path(path));
  if (!document) {
    result.mistakes.push_back(document.error());
  } else {
    Reader reader(*document);
    project_file_table().read_into(result, document->root, reader);
    result.mistakes = reader.mistakes();
  }
  auto& history = result.project.history.file;
  if (history) {
    history = absolute_path(result.project.root / *history);
  }
  if (result.project.tiers.empty()) {
    result.project.tiers = default_tiers();
  }
  return result;
}

}  // namespace assay::suite::detail
