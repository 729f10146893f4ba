#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/suite/check_catalogue.hpp>
#include <assay/suite/detail/case_grammar.hpp>
#include <assay/suite/detail/check_type.hpp>
#include <assay/suite/detail/dataset_type.hpp>

#include <fmt/format.h>

#include <cmath>

namespace assay::suite::detail {
namespace {

using config::Node;
using config::Reader;
using config::TableView;

void add_missing_value(MissingRule& rule, const base::Scalar& value) {
  if (std::holds_alternative<double>(value) && std::isnan(std::get<double>(value))) {
    rule.nan = true;
  } else {
    rule.values.push_back(value);
  }
}

config::Type<MissingRule> missing_type() {
  const auto one = config::scalar().then([](const base::Scalar& value, const Node&, Reader&) {
    MissingRule rule;
    const auto* text = std::get_if<std::string>(&value);
    if (text != nullptr && *text == "nan") {
      rule.nan = true;
    } else if (text != nullptr && *text == "fill") {
      rule.fill = true;
    } else {
      add_missing_value(rule, value);
    }
    return std::optional(std::move(rule));
  });
  const auto several = config::list_of(config::scalar(), "a list of at least one value", {1})
                           .then([](const std::vector<base::Scalar>& values, const Node&, Reader&) {
                             MissingRule rule;
                             for (const base::Scalar& value : values) {
                               add_missing_value(rule, value);
                             }
                             return std::optional(std::move(rule));
                           });
  return config::either<MissingRule>("\"nan\", \"fill\", a value or a list of values", {one, several});
}

/// A condition and its text.
struct WrittenCondition {
  Condition condition;
  std::string text;
};

config::Type<WrittenCondition> where_type() {
  return config::text("a condition such as \"label == 3\"")
      .then([](std::string text, const Node& node, Reader& reader) -> std::optional<WrittenCondition> {
        auto condition = parse_condition(text);
        if (!condition) {
          reader.report(reader.within_text(node, condition.error().position),
                        fmt::format("{}: {}", reader.subject(), config::shown(condition.error().message)));
          return std::nullopt;
        }
        return WrittenCondition{std::move(*condition), std::move(text)};
      });
}

config::Type<std::vector<SampleRule>> sample_type() {
  config::Table<SampleRule> rule("a table { rows, seed }");
  rule.key("rows", "how many rows are read", config::count(1), &SampleRule::rows)
      .required()
      .key("seed", "which ones", config::count(), &SampleRule::seed);
  const auto one = rule.type();
  const auto by_tier = config::map_of("a table { rows, seed } for each tier", one);
  const auto as_list = [](SampleRule sample, const Node&, Reader&) {
    return std::optional(std::vector<SampleRule>{std::move(sample)});
  };
  return {"a table { rows, seed }, or one for each tier", config::kTableForm,
          [one, by_tier] {
            return config::schema_of_any({one.schema(), by_tier.schema()});
          },
          [one, by_tier, as_list](const Node& node, Reader& reader) -> std::optional<std::vector<SampleRule>> {
            const auto& table = std::get<Node::Table>(node.content);
            const bool single = std::none_of(table.begin(), table.end(),
                                             [](const config::Entry& entry) { return entry.value.is_table(); });
            if (single) {
              return one.then(as_list).convert(node, reader);
            }
            std::vector<SampleRule> samples;
            for (auto& [tier, sample] :
                 by_tier.convert(node, reader).value_or(std::vector<std::pair<std::string, SampleRule>>{})) {
              const Reader::Scope scope(reader, tier);
              reader.refer(kTierCategory, tier, TableView(node).position(tier));
              sample.tier = tier;
              samples.push_back(std::move(sample));
            }
            return samples;
          }};
}

using Parts = std::vector<std::pair<std::string, std::vector<Check>>>;

config::Type<Parts> parts_type() {
  config::Table<std::vector<Check>> part("a table of checks");
  for (const CheckDescription& check : check_catalogue()) {
    part.key(std::string(check.key), with_note(check.meaning, check.built), check_type(check),
             [](std::vector<Check>& to, Check made) { to.push_back(std::move(made)); });
  }
  part.rule([](const std::vector<Check>&, const TableView& keys, Reader& reader) {
    if (!keys.has_any_but([](const std::string&) { return false; })) {
      reader.report(keys.position(), fmt::format("{} has no check", reader.subject()));
    }
  });
  return config::map_of("a table of columns or members, each with its checks", part.type());
}

bool is_no_check(const std::string& key) { return key != "of" && find_check(key) == nullptr; }

}  // namespace

KindGrammar expect_grammar() {
  KindGrammar grammar{
      Kind::kExpect, "what data must be like", config::Table<Case>("a table of checks"), ExpectCase(), {"env", "of"}};
  auto& table = grammar.table;
  table
      .key("data", "a name under [data], or a file", data_type(),
           [](Case& to, std::string data) { std::get<ExpectCase>(to.body).dataset.data = std::move(data); })
      .key("dataset", "HDF5 path; `table/data.age` names a member, `x[:, 3]` a part", dataset_path_type(),
           [](Case& to, DatasetReference path) {
             auto& dataset = std::get<ExpectCase>(to.body).dataset;
             dataset.dataset = std::move(path.dataset);
             dataset.slices = std::move(path.slices);
           })
      .key("missing", "what is absent; nothing by default", missing_type(), into(&ExpectCase::missing))
      .key("where", "keeps the rows for which this is true", where_type(),
           [](Case& to, WrittenCondition written) {
             auto& body = std::get<ExpectCase>(to.body);
             body.where = std::move(written.condition);
             body.where_text = std::move(written.text);
           })
      .key("sample", "reads only so many rows, evenly spread", sample_type(), into(&ExpectCase::samples))
      .key("of", "checks of single columns or members", parts_type(), into(&ExpectCase::parts));
  for (const CheckDescription& check : check_catalogue()) {
    table.key(std::string(check.key), with_note(check.meaning, check.built), check_type(check),
              [](Case& to, Check made) { std::get<ExpectCase>(to.body).checks.push_back(std::move(made)); });
  }
  note_later_keys(table, Kind::kExpect);
  add_case_options(table);
  table.rule([](const Case&, const TableView& keys, Reader& reader) {
    for (const auto& [key, example] : {std::pair{"data", "a name under [data] or a file"},
                                       std::pair{"dataset", "the HDF5 path of what is checked"}}) {
      if (!keys.has(key)) {
        reader.report(keys.position(), fmt::format("{} needs the key `{}`: {}", reader.subject(), key, example));
      }
    }
    if (!keys.has_unknown_keys() && !keys.has_any_but(is_no_check)) {
      reader.report(keys.position(),
                    fmt::format("{} has no check, such as `values = [0, 1]` or `unique = true`", reader.subject()));
    }
  });
  return grammar;
}

}  // namespace assay::suite::detail
