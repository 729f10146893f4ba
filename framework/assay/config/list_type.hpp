#pragma once

#include <assay/config/type.hpp>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::config {

/// How many entries a list may have.
struct ListLength {
  std::size_t least = 0;
  std::size_t most = std::numeric_limits<std::size_t>::max();
};

/// Reports a list of another length: "must be WHAT, not a list of 3".
[[nodiscard]] bool has_length(const Node& node, ListLength length, const std::string& what, Reader& reader);

/// Schema of a list with these entries.
[[nodiscard]] JsonValue schema_of_list(JsonValue entry, ListLength length);

/// A list of values of one type; `what` completes "must be", such as "a list of names". Every wrong entry is reported.
template <class T>
[[nodiscard]] Type<std::vector<T>> list_of(Type<T> entry, std::string what, ListLength length = {}) {
  auto schema = [entry = entry.schema, length] { return schema_of_list(entry(), length); };
  auto convert = [entry = std::move(entry), what, length](const Node& node,
                                                          Reader& reader) -> std::optional<std::vector<T>> {
    const auto& list = std::get<Node::List>(node.content);
    if (!has_length(node, length, what, reader)) {
      return std::nullopt;
    }
    std::vector<T> values;
    values.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Reader::Scope scope(reader, i);
      if (auto value = entry.read(list[i], reader)) {
        values.push_back(std::move(*value));
      }
    }
    return values.size() == list.size() ? std::optional(std::move(values)) : std::nullopt;
  };
  return {std::move(what), kListForm, schema, std::move(convert)};
}

}  // namespace assay::config
