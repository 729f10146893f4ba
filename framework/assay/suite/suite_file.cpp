#include <assay/config/table_type.hpp>
#include <assay/suite/detail/dataset_type.hpp>
#include <assay/suite/detail/paths.hpp>
#include <assay/suite/detail/references.hpp>
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
  for (const config::Reference& reference : reader.references()) {
    if (reference.category == kDataCategory || reference.category == kCheckpointCategory) {
      suite.data_mentions.push_back({reference.name, reader.place(reference.position)});
    }
  }
  check_tiers(reader, tiers);
  check_checkpoints(reader, suite);
  check_data(reader, suite, document->root);
  result.mistakes = reader.mistakes();
  return result;
}

}  // namespace assay::suite::detail
