#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/suite/detail/suite_file.hpp>

#include <fmt/format.h>

namespace assay::suite::detail {
namespace {

using config::Node;
using config::Reader;

/// A table that is read later, with the schema of what it will be read as.
config::Type<const Node*> table_for_later(std::string what, config::SchemaMaker schema) {
  return {std::move(what), config::kTableForm, std::move(schema),
          [](const Node& node, Reader&) { return std::optional(&node); }};
}

config::SchemaMaker schema_of_cases(const KindGrammar& kind) {
  const auto one = config::named_schema(std::string(to_text(kind.kind)), [&kind] { return kind.table.schema(); });
  return [one, by_pattern = kind.kind == Kind::kTest] {
    config::JsonValue cases = config::schema_of_type("object");
    cases.set("additionalProperties", one());
    return by_pattern ? cases : cases.set("propertyNames", config::name_key().schema());
  };
}

config::Table<SuiteFile> header_table() {
  config::Table<SuiteFile> header("a table { name, owner, paths }");
  header.key("name", "letters, digits and `_`; the folder's name by default", config::text("a name"), &SuiteFile::name)
      .key("owner", "who answers for the suite", config::text("a name"), &SuiteFile::owner)
      .key("paths", "what the suite depends on, for --changed-since and blame",
           config::list_of(config::text("a path"), "a list of paths"), &SuiteFile::paths)
      .rule([](const SuiteFile& file, const config::TableView& keys, Reader& reader) {
        if (!file.name.empty() && !config::is_name(file.name)) {
          reader.report(keys.position("name"),
                        fmt::format("the suite's name `{}` must be letters, digits and `_` only, at most 128 of them",
                                    config::shown(file.name)));
        }
      });
  return header;
}

}  // namespace

config::Table<SuiteFile> suite_file_table() {
  using Map = std::vector<std::pair<std::string, const Node*>>;
  config::Table<SuiteFile> file("a suite");
  const auto header = header_table();
  const config::Type<SuiteFile> header_type = header.type();
  file.key("suite", "the suite as a whole", header_type.then([](SuiteFile read, const Node& node, Reader&) {
    read.name_position = config::TableView(node).position("name");
    return std::optional(std::move(read));
  }),
           [](SuiteFile& to, SuiteFile read) {
             to.name = std::move(read.name);
             to.name_position = read.name_position;
             to.owner = std::move(read.owner);
             to.paths = std::move(read.paths);
           });

  config::Table<SuiteFile> defaults("a table of kinds");
  for (const KindGrammar& kind : kind_grammars()) {
    if (kind.kind != Kind::kTest) {
      const std::string word(to_text(kind.kind));
      defaults.key(word, with_note(fmt::format("any key of `{}`, for all its cases", word), is_built(kind.kind)),
                   table_for_later("a table", config::named_schema(word, [&kind] { return kind.table.schema(); })),
                   [&kind](SuiteFile& to, const Node* node) { to.defaults[kind.kind] = node; });
    }
  }
  file.key("defaults", "keys for all cases of a kind", defaults.type(),
           [](SuiteFile& to, SuiteFile read) { to.defaults = std::move(read.defaults); });

  const auto source =
      config::text("a file, or a glob of shards").then([](const std::string&, const Node& node, Reader&) {
        return std::optional(&node);
      });
  file.key("data", "name = file, or a glob of shards read as one in sorted order; relative to this file",
           config::map_of("a table of names with their files", source, config::name_key()),
           [](SuiteFile& to, Map data) { to.data = std::move(data); });

  for (const KindGrammar& kind : kind_grammars()) {
    file.key(std::string(to_text(kind.kind)), with_note(kind.meaning, is_built(kind.kind)),
             table_for_later("a table of named cases", schema_of_cases(kind)),
             [&kind](SuiteFile& to, const Node* node) { to.kinds.emplace_back(&kind, node); });
  }
  return file;
}

}  // namespace assay::suite::detail
