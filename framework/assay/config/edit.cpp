#include <assay/config/edit.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>
#include <variant>
#include <vector>

namespace assay::config {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return lines;
}

const Node* table_at(const Node& root, std::span<const std::string> path) {
  const Node* node = &root;
  for (const std::string& name : path) {
    const auto* table = std::get_if<Node::Table>(&node->content);
    node = table == nullptr ? nullptr : find(*table, name);
    if (node == nullptr) {
      return nullptr;
    }
  }
  return node->is_table() ? node : nullptr;
}

std::string_view trimmed(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

bool equal(const Node& left, const Node& right);

bool equal(const Node::List& left, const Node::List& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Node& a, const Node& b) { return equal(a, b); });
}

bool equal(const Node::Table& left, const Node::Table& right) {
  // Order means nothing.
  return left.size() == right.size() && std::all_of(left.begin(), left.end(), [&](const Entry& entry) {
           const Node* other = find(right, entry.key);
           return other != nullptr && equal(entry.value, *other);
         });
}

/// Of values alone; NaN equals NaN.
bool equal(const Node& left, const Node& right) {
  if (left.content.index() != right.content.index()) {
    return false;
  }
  return std::visit(
      [&](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        const auto& other = std::get<T>(right.content);
        if constexpr (std::is_same_v<T, Node::List> || std::is_same_v<T, Node::Table>) {
          return equal(value, other);
        } else if constexpr (std::is_same_v<T, double>) {
          return value == other || (value != value && other != other);
        } else {
          return value == other;
        }
      },
      left.content);
}

/// The document that is meant, made without looking at the text.
tl::expected<Node, std::string> intended(Node root, std::span<const std::string> path, std::span<const Edit> edits) {
  Node* node = &root;
  for (const std::string& name : path) {
    auto& table = std::get<Node::Table>(node->content);
    node = &std::find_if(table.begin(), table.end(), [&](const Entry& entry) { return entry.key == name; })->value;
  }
  auto& table = std::get<Node::Table>(node->content);
  for (const Edit& edit : edits) {
    const auto value = parse_document(edit.key + " = " + edit.value + "\n", "edit");
    if (!value) {
      return tl::unexpected(value.error().to_text());
    }
    const Node& made = std::get<Node::Table>(value->root.content).front().value;
    std::erase_if(table, [&](const Entry& entry) { return entry.key == edit.key; });
    table.push_back({edit.key, {}, made, false});
  }
  return root;
}

}  // namespace

tl::expected<std::string, std::string> with_values(const Document& document, std::span<const std::string> table,
                                                   std::span<const Edit> edits) {
  const std::string name = fmt::format("[{}]", fmt::join(table, "."));
  const Node* node = table_at(document.root, table);
  std::vector<std::string> lines = lines_of(document.text);
  const auto header = node == nullptr ? 0 : static_cast<std::size_t>(node->position.line);
  if (header == 0 || header > lines.size() || !trimmed(lines[header - 1]).starts_with('[')) {
    return tl::unexpected(fmt::format("{}: there is no table with the header {}", document.file, name));
  }
  std::size_t end = header;  // of the table's own lines, the first that is not one of them
  while (end < lines.size() && !trimmed(lines[end]).starts_with('[')) {
    ++end;
  }
  // Keys of the table by the line that they begin in; each owns the lines down to the next key, comment or blank line.
  std::map<std::size_t, std::string> begins;
  for (const Entry& entry : std::get<Node::Table>(node->content)) {
    const auto line = static_cast<std::size_t>(entry.position.line);
    if (!entry.inherited && line > header && line <= end) {
      begins.emplace(line - 1, entry.key);
    }
  }
  std::vector<bool> dropped(lines.size(), false);
  std::map<std::size_t, std::string> replaced;
  std::size_t last = header - 1;
  std::vector<const Edit*> fresh;
  const auto stop_of = [&](std::map<std::size_t, std::string>::const_iterator entry) {
    const std::size_t next = std::next(entry) == begins.end() ? end : std::next(entry)->first;
    std::size_t stop = entry->first + 1;
    // A value goes on as long as what stands before is not TOML by itself.
    const auto is_whole = [&] {
      std::string text;
      for (std::size_t i = entry->first; i < stop; ++i) {
        text += lines[i] + "\n";
      }
      return parse_document(text, "edit").has_value();
    };
    while (stop < next && !is_whole()) {
      ++stop;
    }
    return stop;
  };
  for (auto entry = begins.cbegin(); entry != begins.cend(); ++entry) {
    last = std::max(last, stop_of(entry) - 1);
  }
  for (const Edit& edit : edits) {
    const std::string text = edit.comment.empty() ? fmt::format("{} = {}", edit.key, edit.value)
                                                  : fmt::format("{} = {}  # {}", edit.key, edit.value, edit.comment);
    const auto entry =
        std::find_if(begins.cbegin(), begins.cend(), [&](const auto& each) { return each.second == edit.key; });
    if (entry == begins.cend()) {
      fresh.push_back(&edit);
      replaced[last] += "\n" + text;
      continue;
    }
    for (std::size_t i = entry->first; i < stop_of(entry); ++i) {
      dropped[i] = true;
    }
    replaced[entry->first] = "\n" + text + replaced[entry->first];
  }
  std::string made;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string added = replaced.contains(i) ? replaced[i] : "";
    if (dropped[i]) {
      made += added.empty() ? "" : added.substr(1) + "\n";
    } else {
      made += lines[i] + added + "\n";
    }
  }
  const auto again = parse_document(made, document.file);
  const auto meant = intended(document.root, table, edits);
  if (!again || !meant || !equal(again->root, *meant)) {
    return tl::unexpected(
        fmt::format("{}: the keys of {} cannot be set one by one as they are written", document.file, name));
  }
  return made;
}

}  // namespace assay::config
