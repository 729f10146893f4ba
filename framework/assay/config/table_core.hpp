#pragma once

#include <assay/config/json_value.hpp>
#include <assay/config/node.hpp>
#include <assay/config/reader.hpp>
#include <assay/config/shared_function.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::config {

/// Which keys a file may choose in a table with keys of its own.
struct KeyRule {
  /// False after a report; called in the scope of the key.
  SharedFunction<bool(const Entry&, Reader&)> check;
  SchemaMaker schema;  ///< of the key, for `propertyNames`
};

/// Any key that is not empty and holds no NUL character.
[[nodiscard]] KeyRule any_key();
/// A name of letters, digits and `_`, at most 128 characters.
[[nodiscard]] KeyRule name_key();
/// A word of a fixed list.
[[nodiscard]] KeyRule word_key(const std::vector<std::string>& words);
/// A number from 0 to 1 written as a key.
[[nodiscard]] KeyRule share_key();

/// A name of letters, digits and `_`, at most 128 characters.
[[nodiscard]] bool is_name(std::string_view text) noexcept;

/// Which keys a table of the file holds, for rules between keys.
class TableView {
 public:
  explicit TableView(const Node& node, bool has_unknown_keys = false)
      : node_(node), has_unknown_keys_(has_unknown_keys) {}
  [[nodiscard]] bool has(std::string_view key) const noexcept;
  /// Whether a key was reported as unknown: what seems to be missing may be that key, misspelt.
  [[nodiscard]] bool has_unknown_keys() const noexcept { return has_unknown_keys_; }
  /// Whether there is a key that is not one of those told by `known`.
  [[nodiscard]] bool has_any_but(bool (*known)(const std::string&)) const;
  /// Place of the key's value, or of the table when the key is not there.
  [[nodiscard]] Position position(std::string_view key) const noexcept;
  [[nodiscard]] Position position() const noexcept { return node_.position; }

 private:
  const Node& node_;
  bool has_unknown_keys_;
};

/// What a table knows about its keys apart from their types; `Table<T>` is built on it.
class TableCore {
 public:
  explicit TableCore(std::string what) : what_(std::move(what)) {}

  /// `form` is what the value must be, in words. @throws base::InternalError for a key that is there already.
  void add_key(std::string name, std::string meaning, std::string form, SchemaMaker schema);
  void require_last();
  /// What `change` makes of the meaning of a key. @throws base::InternalError when there is no such key.
  void change_meaning(std::string_view name, const std::function<std::string(const std::string&)>& change);
  void add_other_keys(std::string meaning, std::string form, SchemaMaker schema, SchemaMaker key_schema);

  [[nodiscard]] const std::string& what() const noexcept { return what_; }
  [[nodiscard]] std::optional<std::size_t> index_of(std::string_view key) const noexcept;
  /// "unknown key", with the nearest allowed one, or the list of them.
  void report_unknown(const Entry& entry, Reader& reader) const;
  void report_missing(const Node& node, Reader& reader) const;
  [[nodiscard]] JsonValue schema() const;

 private:
  struct Key {
    std::string meaning;
    std::string form;
    SchemaMaker schema;
    bool required = false;
  };
  struct OtherKeys {
    std::string meaning;
    std::string form;
    SchemaMaker schema;
    SchemaMaker key_schema;
  };

  std::string what_;
  std::vector<std::string> names_;
  std::vector<Key> keys_;
  std::optional<OtherKeys> other_;
};

/// "; did you mean `x`?" or "; known are `a`, `b` and 3 more": the end of a message about a name that is not known.
[[nodiscard]] std::string nearest_hint(std::string_view written, const std::vector<std::string>& allowed);

}  // namespace assay::config
