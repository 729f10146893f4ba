#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/config/table_type.hpp>
#include <assay/suite/detail/dataset_type.hpp>
#include <assay/suite/detail/free_table_type.hpp>
#include <assay/suite/model_tables.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <variant>

namespace assay::suite::detail {
namespace {

using config::Node;
using config::Reader;

using Mistakes = std::vector<TableMistake>;

config::Type<FreeTable> text_alone(const std::string& what, const char* key) {
  return config::text(what).then([key](std::string value, const Node&, Reader&) {
    return std::optional(FreeTable{{key, base::Scalar(std::move(value))}});
  });
}

/// Entries of a list get the list's key with their number: `betas.0`, `betas.1`.
config::Type<FreeTable> table_with_lists(const std::string& what) {
  using Entries = std::vector<base::Scalar>;
  using Value = std::variant<base::Scalar, Entries>;
  const auto list = config::list_of(config::scalar(), "a list of numbers", {1}).as<Value>();
  const auto value = config::either<Value>("a truth value, number, text or list", {config::scalar().as<Value>(), list});
  return config::map_of(what, value).then([](std::vector<std::pair<std::string, Value>> written, const Node&, Reader&) {
    FreeTable table;
    for (auto& [key, entry] : written) {
      if (auto* one = std::get_if<base::Scalar>(&entry)) {
        table.emplace_back(key, std::move(*one));
        continue;
      }
      auto& entries = std::get<Entries>(entry);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        table.emplace_back(fmt::format("{}.{}", key, i), std::move(entries[i]));
      }
    }
    return std::optional(std::move(table));
  });
}

/// Reports what `check` finds, each at its key.
config::Type<FreeTable> checked(const config::Type<FreeTable>& type, Mistakes (*check)(const FreeTable&)) {
  return type.then([check](FreeTable table, const Node& node, Reader& reader) {
    for (const TableMistake& mistake : check(table)) {
      const bool at_key = node.is_table() && !mistake.key.empty();
      reader.report(at_key ? config::TableView(node).position(mistake.key) : node.position,
                    fmt::format("{}: {}", reader.subject(), mistake.message));
    }
    return std::optional(std::move(table));
  });
}

}  // namespace

config::Type<FreeTable> loss_table_type() {
  const std::string what =
      "cross_entropy, mse, mae or bce_with_logits, or a table { name, label_smoothing, ignore_index }";
  return checked(config::either<FreeTable>(what, {text_alone(what, "name"), table_with_lists(what)}), loss_mistakes);
}

config::Type<FreeTable> optimizer_table_type() {
  const std::string what = "sgd, adam, adamw, rmsprop or adagrad, or a table { name, lr, ... } with LibTorch's options";
  return checked(config::either<FreeTable>(what, {text_alone(what, "name"), table_with_lists(what)}),
                 optimizer_mistakes);
}

config::Type<FreeTable> data_table_type() {
  const std::string what = "a name under [data], a file, or a table { data, inputs, targets, scale, dtype, layout }";
  const auto options = config::map_of(what, config::scalar());
  return checked(config::either<FreeTable>(what, {text_alone(what, "data"), options}), data_mistakes)
      .then([](FreeTable table, const Node& node, Reader& reader) {
        for (const auto& [key, value] : table) {
          const auto* name = std::get_if<std::string>(&value);
          if (key == "data" && name != nullptr) {
            reader.refer(kDataCategory, *name, node.is_table() ? config::TableView(node).position(key) : node.position);
          }
        }
        return std::optional(std::move(table));
      });
}

config::Type<std::vector<std::string>> command_type() {
  return config::list_of(config::any_text(),
                         "a list of a program and its arguments, such as [\"python3\", \"train.py\"]", {1})
      .then([](std::vector<std::string> command, const Node& node,
               Reader& reader) -> std::optional<std::vector<std::string>> {
        if (command.front().empty()) {
          reader.report(node.position, fmt::format("{}: the program's name is empty", reader.subject()));
          return std::nullopt;
        }
        return command;
      });
}

}  // namespace assay::suite::detail
