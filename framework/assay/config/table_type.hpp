#pragma once

#include <assay/config/table_core.hpp>
#include <assay/config/type.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::config {

/// The one description of a table that fills a T: its keys, what each means and where its value goes. From it come the
/// parser, every message (unknown key with the nearest allowed one, wrong type, missing key) and the JSON Schema.
///
///     Table<Gap> gap() {
///       return Table<Gap>("a table { train, validation, below }")
///           .key("train", "metric of the training data", text(), &Gap::train).required()
///           .key("below", "largest allowed difference", number(), &Gap::below).required();
///     }
template <class T>
class Table {
 public:
  using Rule = SharedFunction<void(const T&, const TableView&, Reader&)>;

  /// `what` completes "must be ...".
  explicit Table(std::string what = "a table") : core_(std::move(what)) {}

  /// A key whose value is handed to `store(T&, V)`.
  template <class V, std::invocable<T&, V> Store>
  Table& key(std::string name, std::string meaning, Type<V> type, Store store) {
    SchemaMaker schema = type.schema;
    core_.add_key(std::move(name), std::move(meaning), type.expected, std::move(schema));
    readers_.push_back([type = std::move(type), store = std::move(store)](T& to, const Node& node, Reader& reader) {
      if (auto value = type.read(node, reader)) {
        store(to, std::move(*value));
      }
    });
    return *this;
  }

  /// A key whose value goes to a member of that type, or to an optional of it.
  template <class V, class Member>
  Table& key(std::string name, std::string meaning, Type<V> type, Member T::*member) {
    return key(std::move(name), std::move(meaning), std::move(type),
               [member](T& to, V value) { to.*member = std::move(value); });
  }

  /// The key added last must be there.
  Table& required() {
    core_.require_last();
    return *this;
  }

  /// Replaces the meaning of a key that is there already by what `change(meaning)` makes of it.
  Table& change_meaning(std::string_view name, const std::function<std::string(const std::string&)>& change) {
    core_.change_meaning(name, change);
    return *this;
  }

  /// Keys that the file chooses, in the order of the file: `store(T&, key, V)`. `accept` reports a key that may not be.
  template <class V, std::invocable<T&, std::string, V> Store>
  Table& other_keys(std::string meaning, Type<V> type, Store store, KeyRule accept = any_key()) {
    SchemaMaker schema = type.schema;
    core_.add_other_keys(std::move(meaning), type.expected, std::move(schema), accept.schema);
    other_ = [type = std::move(type), store = std::move(store), accept = std::move(accept)](T& to, const Entry& entry,
                                                                                            Reader& reader) {
      const bool accepted = accept.check(entry, reader);
      auto value = type.read(entry.value, reader);
      if (accepted && value) {
        store(to, entry.key, std::move(*value));
      }
    };
    return *this;
  }

  /// A rule between keys, asked after all of them were read.
  Table& rule(Rule rule) {
    rules_.push_back(std::move(rule));
    return *this;
  }

  /// Fills `to` from a table node. `whole` is false for a table of defaults, of which required keys and rules are not
  /// asked. Every mistake is reported; what is wrong is left as it was.
  void read_into(T& to, const Node& node, Reader& reader, bool whole = true) const {
    const auto& table = std::get<Node::Table>(node.content);
    bool has_unknown_keys = false;
    for (const Entry& entry : table) {
      const Reader::Scope scope(reader, entry);
      if (const auto index = core_.index_of(entry.key)) {
        readers_[*index](to, entry.value, reader);
      } else if (other_) {
        other_(to, entry, reader);
      } else {
        has_unknown_keys = true;
        core_.report_unknown(entry, reader);
      }
    }
    if (whole) {
      core_.report_missing(node, reader);
      for (const Rule& rule : rules_) {
        rule(to, TableView(node, has_unknown_keys), reader);
      }
    }
  }

  /// As the type of a key's value; `start` is what the keys are filled into.
  [[nodiscard]] Type<T> type(T start = {}) const {
    return {core_.what(), kTableForm, [core = core_] { return core.schema(); },
            [table = *this, start = std::move(start)](const Node& node, Reader& reader) {
              std::optional<T> value(start);
              table.read_into(*value, node, reader);
              return value;
            }};
  }

  [[nodiscard]] JsonValue schema() const { return core_.schema(); }
  [[nodiscard]] const std::string& what() const noexcept { return core_.what(); }

 private:
  TableCore core_;
  std::vector<SharedFunction<void(T&, const Node&, Reader&)>> readers_;
  SharedFunction<void(T&, const Entry&, Reader&)> other_;
  std::vector<Rule> rules_;
};

/// A table whose keys the file chooses, in the order of the file.
template <class V>
[[nodiscard]] Type<std::vector<std::pair<std::string, V>>> map_of(std::string what, Type<V> type,
                                                                  KeyRule accept = any_key()) {
  using Map = std::vector<std::pair<std::string, V>>;
  return Table<Map>(std::move(what))
      .other_keys(
          "", std::move(type),
          [](Map& to, std::string key, V value) { to.emplace_back(std::move(key), std::move(value)); },
          std::move(accept))
      .type();
}

}  // namespace assay::config
