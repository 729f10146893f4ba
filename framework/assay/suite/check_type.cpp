#include <assay/config/plain_types.hpp>
#include <assay/config/table_type.hpp>
#include <assay/suite/detail/check_argument_types.hpp>
#include <assay/suite/detail/check_type.hpp>

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace assay::suite::detail {
namespace {

using config::Node;
using config::Reader;
using CheckTable = config::Table<Check>;

/// Checks of what a dataset is, not of what it holds: no data is nothing special to them.
bool needs_data(std::string_view key) {
  constexpr std::array<std::string_view, 7> kStructural = {"exists", "dtype",   "shape",     "rank",
                                                           "rows",   "columns", "attributes"};
  return std::find(kStructural.begin(), kStructural.end(), key) == kStructural.end();
}

void add_options(CheckTable& table, const CheckDescription& check) {
  if (check.by_unit) {
    table.key("mostly", "share of elements or rows that must comply, from 0 to 1", config::share(), &Check::mostly)
        .key("unit", "what is counted", config::choice<Unit>({{"element", Unit::kElement}, {"row", Unit::kRow}}),
             &Check::unit);
  }
  if (needs_data(check.key)) {
    table.key("allow_empty", "no data is a pass", config::flag(), &Check::allow_empty);
  }
  if (check.form == ArgumentForm::kSumsTo) {
    table.key("tolerance", "largest distance from the sum", config::number(0), [](Check& to, double tolerance) {
      if (auto* sum = std::get_if<RowSum>(&to.argument)) {
        sum->tolerance = tolerance;
      }
    });
  }
}

/// Whether a table is `{ in = plain value, options }`, and not the check's own table, of which `in` is a key.
bool is_wrapped(const CheckDescription& check, const Node& node, bool has_own_table) {
  const Node* in = config::find(std::get<Node::Table>(node.content), "in");
  switch (check.form) {
    case ArgumentForm::kCorrelation:
      return false;
    case ArgumentForm::kAttributes:
      return in != nullptr && in->is_table();
    default:
      return in != nullptr || !has_own_table;
  }
}

/// The plain value, be it written as a table or not.
config::Type<CheckArgument> whole_argument(const CheckDescription& check) {
  auto plain = argument_type(check);
  const auto table = argument_table(check);
  if (!table) {
    return plain;
  }
  const auto from_table =
      table->type().then([](Check made, const Node&, Reader&) { return std::optional(std::move(made.argument)); });
  return plain.forms == 0 ? from_table : config::either<CheckArgument>(plain.expected, {plain, from_table});
}

}  // namespace

config::Type<Check> check_type(const CheckDescription& check) {
  auto plain = argument_type(check);
  CheckTable wrapped("a table { in = ..., options }");
  wrapped
      .key("in", "the plain value", whole_argument(check),
           [](Check& to, CheckArgument argument) {
             const auto* before = std::get_if<RowSum>(&to.argument);
             auto* after = std::get_if<RowSum>(&argument);
             if (before != nullptr && after != nullptr) {
               after->tolerance = before->tolerance;  // `tolerance` was written before `in`
             }
             to.argument = std::move(argument);
           })
      .required();
  add_options(wrapped, check);
  std::optional<CheckTable> own = argument_table(check);
  if (own) {
    add_options(*own, check);
  }
  Check start;
  start.key = check.key;
  if (check.form == ArgumentForm::kSumsTo) {
    start.argument = RowSum{};
  }

  auto schema = [plain, wrapped, own] {
    config::JsonValue::List forms;
    if (plain.forms != 0) {
      forms.push_back(plain.schema());
    }
    forms.push_back(wrapped.schema());
    if (own) {
      forms.push_back(own->schema());
    }
    return config::schema_of_any(std::move(forms));
  };
  auto convert = [plain, wrapped, own, start, check](const Node& node, Reader& reader) -> std::optional<Check> {
    Check made = start;
    made.place = reader.place(node.position);
    if (!node.is_table()) {
      auto argument = plain.convert(node, reader);
      if (!argument) {
        return std::nullopt;
      }
      made.argument = std::move(*argument);
    } else if (is_wrapped(check, node, own.has_value())) {
      wrapped.read_into(made, node, reader);
    } else {
      own->read_into(made, node, reader);
    }
    return made;
  };
  return {plain.expected, plain.forms | config::kTableForm,
          config::named_schema("check_" + std::string(check.key), std::move(schema)), std::move(convert)};
}

}  // namespace assay::suite::detail
