#include <assay/config/reader.hpp>
#include <assay/config/table_type.hpp>
#include <assay/suite/detail/dataset_type.hpp>
#include <assay/suite/detail/references.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>

namespace assay::suite::detail {
namespace {

using config::Entry;
using config::Node;
using config::Reader;

/// A name that is not declared is a file when it looks like one or is there.
bool may_be_file(const std::string& name, const std::filesystem::path& folder) {
  std::error_code ignored;
  return name.find_first_of("./$*?[") != std::string::npos || std::filesystem::exists(folder / name, ignored);
}

bool holds_text(const Node& node, const std::string& text) {
  if (const auto* list = std::get_if<Node::List>(&node.content)) {
    return std::any_of(list->begin(), list->end(), [&](const Node& entry) { return holds_text(entry, text); });
  }
  if (const auto* table = std::get_if<Node::Table>(&node.content)) {
    return std::any_of(table->begin(), table->end(), [&](const Entry& entry) { return holds_text(entry.value, text); });
  }
  const auto* own = std::get_if<std::string>(&node.content);
  return own != nullptr && *own == text;
}

}  // namespace

void check_tiers(Reader& reader, std::span<const Tier> tiers) {
  std::vector<std::string> names;
  for (const Tier& tier : tiers) {
    names.push_back(tier.name);
  }
  const auto references = reader.references();
  for (const config::Reference& reference : references) {
    if (reference.category == kTierCategory && std::find(names.begin(), names.end(), reference.name) == names.end()) {
      reader.report(reference.position,
                    fmt::format("{}: there is no tier `{}`{}", reference.subject, config::shown(reference.name),
                                config::nearest_hint(reference.name, names)));
    }
  }
}

void check_checkpoints(Reader& reader, const Suite& suite) {
  std::vector<std::string> trained;
  for (const Case& item : suite.cases) {
    if (item.kind == Kind::kTrain) {
      trained.push_back(kCheckpointOfCase + item.name);
    }
  }
  const auto references = reader.references();
  for (const config::Reference& reference : references) {
    const bool names_case = reference.category == kCheckpointCategory && trained_case(reference.name);
    if (names_case && std::find(trained.begin(), trained.end(), reference.name) == trained.end()) {
      reader.report(reference.position,
                    fmt::format("{}: there is no case `{}` in this suite{}; a file of that name is written `./{}`",
                                reference.subject, config::shown(reference.name),
                                config::nearest_hint(reference.name, trained), config::shown(reference.name)));
    }
  }
  for (const Case& item : suite.cases) {
    for (const Case& other : suite.cases) {
      const bool needed = other.kind == Kind::kTrain && item.needs() == other.name;
      if (needed && item.recipe() != other.recipe()) {
        reader.report(
            {item.place.line, item.place.column},
            fmt::format("{}.{}: its recipe is `{}`, but the checkpoint of train.{} is of {}", to_text(item.kind),
                        item.name, item.recipe(), other.name,
                        other.recipe().empty() ? "a command" : fmt::format("the recipe `{}`", other.recipe())));
      }
    }
  }
}

void check_data(Reader& reader, const Suite& suite, const Node& root) {
  std::vector<std::string> declared;
  for (const DataSource& source : suite.data) {
    declared.push_back(source.name);
  }
  const std::set<std::string> known(declared.begin(), declared.end());
  std::set<std::string> used;
  const auto references = reader.references();
  for (const config::Reference& reference : references) {
    if (reference.category != kDataCategory) {
      continue;
    }
    used.insert(reference.name);
    if (known.count(reference.name) == 0 && !may_be_file(reference.name, suite.folder)) {
      reader.report(reference.position,
                    fmt::format("{}: \"{}\" is neither a name under [data] nor a file{}", reference.subject,
                                config::shown(reference.name), config::nearest_hint(reference.name, declared)));
    }
  }
  // C++ tests name data too, where nobody can see it from here.
  if (!suite.test_options.empty()) {
    return;
  }
  // With other mistakes a name may stand where it was not read, below a misspelt key; then its use counts.
  const bool certain = !reader.has_mistakes();
  for (const DataSource& source : suite.data) {
    if (used.count(source.name) == 0 && (certain || !holds_text(root, source.name))) {
      reader.report(
          {source.place.line, source.place.column},
          fmt::format("`data.{}` is used by no case; remove it or name it in a case", config::shown(source.name)));
    }
  }
}

}  // namespace assay::suite::detail
