#include <assay/base/utf8.hpp>
#include <assay/config/table_type.hpp>
#include <assay/suite/detail/dataset_type.hpp>
#include <assay/suite/detail/paths.hpp>
#include <assay/suite/detail/suite_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>

namespace assay::suite::detail {
namespace {

using config::Entry;
using config::Node;
using config::Reader;

/// Values that defaults may add to the cases of one kind, all together.
constexpr std::size_t kMostInherited = 2'000'000;

/// Reads the cases of one suite file, once its top is known.
class CaseReader {
 public:
  CaseReader(const SuiteFile& file, Reader& reader, Suite& suite) : file_(file), reader_(reader), suite_(suite) {}

  void read() {
    read_defaults();
    for (const auto& [kind, entry] : cases_in_order()) {
      const Reader::Scope kind_scope(reader_, to_text(kind->kind));
      const Reader::Scope name_scope(reader_, *entry);
      read_case(*kind, *entry);
    }
  }

 private:
  using Found = std::pair<const KindGrammar*, const Entry*>;

  /// Defaults are checked where they stand, also when no case takes them.
  void read_defaults() {
    const Reader::Scope scope(reader_, "defaults");
    for (const auto& [grammar, node] : file_.kinds) {
      if (const Node* defaults = defaults_of(grammar->kind)) {
        const std::size_t cases = std::get<Node::Table>(node->content).size();
        if (cases * config::count_values(*defaults) > kMostInherited) {
          reader_.report(defaults->position, fmt::format("these defaults are too large for {} cases", cases));
          too_large_.insert(grammar->kind);
        }
      }
    }
    for (const KindGrammar& grammar : kind_grammars()) {
      if (const Node* defaults = defaults_of(grammar.kind)) {
        const Reader::Scope kind_scope(reader_, to_text(grammar.kind));
        Case scratch;
        scratch.body = grammar.start;
        grammar.table.read_into(scratch, *defaults, reader_, false);
      }
    }
  }

  [[nodiscard]] const Node* defaults_of(Kind kind) const {
    const auto found = file_.defaults.find(kind);
    return found == file_.defaults.end() ? nullptr : found->second;
  }

  [[nodiscard]] std::vector<Found> cases_in_order() const {
    std::vector<Found> cases;
    for (const auto& [grammar, node] : file_.kinds) {
      for (const Entry& entry : std::get<Node::Table>(node->content)) {
        cases.emplace_back(grammar, &entry);
      }
    }
    std::stable_sort(cases.begin(), cases.end(), [](const Found& left, const Found& right) {
      return left.second->position < right.second->position;
    });
    return cases;
  }

  void read_case(const KindGrammar& grammar, const Entry& entry) {
    static const config::KeyRule kName = config::name_key();
    static const config::KeyRule kPattern = config::any_key();
    (grammar.kind == Kind::kTest ? kPattern : kName).check(entry, reader_);
    if (!entry.value.is_table()) {
      reader_.expected(entry.value, grammar.table.what());
      return;
    }
    const Node* defaults = too_large_.count(grammar.kind) == 0 ? defaults_of(grammar.kind) : nullptr;
    const Node whole =
        defaults == nullptr ? entry.value : config::with_defaults(entry.value, *defaults, grammar.merged);
    Case made;
    made.kind = grammar.kind;
    made.name = entry.key;
    made.place = reader_.place(entry.value.position);
    made.body = grammar.start;
    grammar.table.read_into(made, whole, reader_);
    if (auto* test = std::get_if<TestPattern>(&made.body)) {
      test->pattern = entry.key;
      suite_.test_options.push_back(std::move(made));
    } else {
      suite_.cases.push_back(std::move(made));
    }
  }

  const SuiteFile& file_;
  Reader& reader_;
  Suite& suite_;
  std::set<Kind> too_large_;
};

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

void check_data(Reader& reader, const Suite& suite, const SuiteFile& file, const Node& root) {
  std::vector<std::string> declared;
  for (const auto& source : file.data) {
    declared.push_back(source.first);
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
  for (const auto& [name, node] : file.data) {
    if (used.count(name) == 0 && (certain || !holds_text(root, name))) {
      reader.report(node->position,
                    fmt::format("`data.{}` is used by no case; remove it or name it in a case", config::shown(name)));
    }
  }
}

std::string name_of_folder(const std::filesystem::path& folder) {
  std::string name = folder.filename().string().substr(0, 128);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !config::is_name(std::string_view(&c, 1)); }, '_');
  return name.empty() ? "suite" : name;
}

}  // namespace

ReadSuite read_suite(const std::filesystem::path& path, std::span<const Tier> tiers) {
  static const config::Table<SuiteFile> kTable = suite_file_table();
  ReadSuite result;
  Suite& suite = result.suite;
  suite.file = absolute_path(path);
  suite.folder = suite.file.parent_path();
  suite.name = name_of_folder(suite.folder);
  const std::string shown = shown_path(path);
  result.name_place = {shown, 0, 0};
  const auto document = config::read_document(path, shown);
  if (!document) {
    result.mistakes.push_back(document.error());
    return result;
  }

  Reader reader(*document);
  SuiteFile file;
  kTable.read_into(file, document->root, reader);
  if (!file.name.empty()) {
    suite.name = file.name;
    result.name_place = reader.place(file.name_position);
  }
  suite.owner = std::move(file.owner);
  suite.paths = std::move(file.paths);
  for (const auto& [name, node] : file.data) {
    suite.data.push_back({name, std::get<std::string>(node->content), reader.place(node->position)});
  }
  CaseReader(file, reader, suite).read();
  for (Case& item : suite.cases) {
    if (item.options.tier.empty() && !tiers.empty()) {
      item.options.tier = tiers.front().name;
    }
  }
  check_tiers(reader, tiers);
  check_data(reader, suite, file, document->root);
  result.mistakes = reader.mistakes();
  return result;
}

}  // namespace assay::suite::detail
