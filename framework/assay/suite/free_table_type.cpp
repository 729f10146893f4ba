#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/config/table_type.hpp>
#include <assay/suite/detail/dataset_type.hpp>
#include <assay/suite/detail/free_table_type.hpp>

#include <fmt/format.h>

namespace assay::suite::detail {
namespace {

using config::Node;
using config::Reader;

config::Type<FreeTable> text_or_table(std::string what, const char* key_of_text) {
  const auto text = config::text(what).then([key_of_text](std::string value, const Node&, Reader&) {
    return std::optional(FreeTable{{key_of_text, base::Scalar(std::move(value))}});
  });
  const auto table = config::map_of(what, config::scalar());
  return config::either<FreeTable>(std::move(what), {text, table});
}

}  // namespace

config::Type<FreeTable> free_table_type(std::string what) { return text_or_table(std::move(what), "name"); }

config::Type<FreeTable> data_table_type() {
  return text_or_table("a name under [data], a file, or a table { data, ... }", "data")
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
