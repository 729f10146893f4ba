#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace assay::config {

/// A line and a column of the file that is read, both from 1; columns count characters, not bytes.
struct Position {
  int line = 0;
  int column = 0;
  friend auto operator<=>(const Position&, const Position&) = default;
};

/// A TOML date or time of any form but the local date, as the file writes it.
struct Moment {
  std::string text;
  friend bool operator==(const Moment&, const Moment&) = default;
};

struct Entry;

/// One TOML value with its place. Tables keep the order of the file.
struct Node {
  using List = std::vector<Node>;
  using Table = std::vector<Entry>;

  std::variant<bool, std::int64_t, double, std::string, std::chrono::year_month_day, Moment, List, Table> content;
  Position position;  ///< of the value; of a table written with a header, that of the header

  [[nodiscard]] bool is_table() const noexcept { return std::holds_alternative<Table>(content); }
  [[nodiscard]] bool is_text() const noexcept { return std::holds_alternative<std::string>(content); }
  [[nodiscard]] bool is_list() const noexcept { return std::holds_alternative<List>(content); }
  [[nodiscard]] bool is_flag() const noexcept { return std::holds_alternative<bool>(content); }
};

/// One key of a table.
struct Entry {
  std::string key;
  Position position;  ///< of the key
  Node value;
  bool inherited = false;  ///< taken from a table of defaults, which was checked where it stands
};

/// What stands there, for the end of "... must be a number, not ": `the text "x"`, `the number 3`, `a list of 2`.
/// Long texts are cut, control characters are escaped.
[[nodiscard]] std::string describe(const Node& node);

/// A name or text of the file as a message may show it: one line, printable, at most 60 characters.
[[nodiscard]] std::string shown(const std::string& text);

/// The value under this key, or null.
[[nodiscard]] const Node* find(const Node::Table& table, std::string_view key) noexcept;

/// `own` with what it lacks from `defaults`, marked as inherited. Keys named in `merged` that are tables in both are
/// merged entry by entry; of all others the own value wins whole.
[[nodiscard]] Node with_defaults(const Node& own, const Node& defaults, const std::vector<std::string>& merged);

/// Number of values in and below a node.
[[nodiscard]] std::size_t count_values(const Node& node) noexcept;

}  // namespace assay::config
