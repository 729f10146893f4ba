#include <assay/base/nearest_name.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/config/table_core.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace assay::config {
namespace {

constexpr std::size_t kMostNameLength = 128;
constexpr std::size_t kMostListed = 12;

bool is_usable_key(const Entry& entry, Reader& reader) {
  if (entry.key.empty() || entry.key.find('\0') != std::string::npos) {
    reader.report(entry.position, fmt::format("{}: a key must not be empty or hold a NUL character", reader.subject()));
    return false;
  }
  return true;
}

}  // namespace

bool is_name(std::string_view text) noexcept {
  return !text.empty() && text.size() <= kMostNameLength && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::string nearest_hint(std::string_view written, const std::vector<std::string>& allowed) {
  if (written.size() <= kMostNameLength) {
    if (std::string hint = base::did_you_mean(written, allowed); !hint.empty()) {
      return hint;
    }
  }
  if (allowed.empty()) {
    return "; there is none";
  }
  std::string list = "; known are ";
  for (std::size_t i = 0; i < std::min(allowed.size(), kMostListed); ++i) {
    list += fmt::format("{}`{}`", i == 0 ? "" : ", ", shown(allowed[i]));
  }
  return allowed.size() > kMostListed ? list + fmt::format(" and {} more", allowed.size() - kMostListed) : list;
}

KeyRule any_key() {
  return {is_usable_key, [] { return JsonValue().set("minLength", std::int64_t{1}); }};
}

KeyRule name_key() {
  return {[](const Entry& entry, Reader& reader) {
            if (is_name(entry.key)) {
              return true;
            }
            reader.report(entry.position,
                          fmt::format("the name `{}` must be letters, digits and `_` only{}", shown(entry.key),
                                      entry.key.size() > kMostNameLength ? ", at most 128 of them" : ""));
            return false;
          },
          [] { return JsonValue().set("pattern", "^[A-Za-z0-9_]{1,128}$"); }};
}

KeyRule word_key(const std::vector<std::string>& words) {
  return {[words](const Entry& entry, Reader& reader) {
            if (std::find(words.begin(), words.end(), entry.key) != words.end()) {
              return true;
            }
            reader.report(entry.position,
                          fmt::format("{} is not known{}", reader.subject(), nearest_hint(entry.key, words)));
            return false;
          },
          [words] { return JsonValue().set("enum", JsonValue::List(words.begin(), words.end())); }};
}

KeyRule share_key() {
  return {[](const Entry& entry, Reader& reader) {
            double value = -1;
            const char* end = entry.key.data() + entry.key.size();
            const auto parsed = std::from_chars(entry.key.data(), end, value);
            if (parsed.ec == std::errc() && parsed.ptr == end && value >= 0 && value <= 1) {
              return true;
            }
            reader.report(entry.position, fmt::format("{}: the key must be a number from 0 to 1, not \"{}\"",
                                                      reader.subject(), shown(entry.key)));
            return false;
          },
          [] { return JsonValue().set("pattern", "^[0-9.eE+-]+$"); }};
}

bool TableView::has(std::string_view key) const noexcept {
  return find(std::get<Node::Table>(node_.content), key) != nullptr;
}

bool TableView::has_any_but(bool (*known)(const std::string&)) const {
  const auto& table = std::get<Node::Table>(node_.content);
  return std::any_of(table.begin(), table.end(), [&](const Entry& entry) { return !known(entry.key); });
}

Position TableView::position(std::string_view key) const noexcept {
  const Node* node = find(std::get<Node::Table>(node_.content), key);
  return node == nullptr ? node_.position : node->position;
}

void TableCore::add_key(std::string name, std::string meaning, std::string form, SchemaMaker schema) {
  if (index_of(name)) {
    throw base::InternalError("a table description has the key `" + name + "` twice");
  }
  names_.push_back(std::move(name));
  keys_.push_back({std::move(meaning), std::move(form), std::move(schema), false});
}

void TableCore::require_last() { keys_.at(keys_.size() - 1).required = true; }

void TableCore::change_meaning(std::string_view name, const std::function<std::string(const std::string&)>& change) {
  const auto index = index_of(name);
  if (!index) {
    throw base::InternalError("a table description has no key `" + std::string(name) + "`");
  }
  keys_[*index].meaning = change(keys_[*index].meaning);
}

void TableCore::add_other_keys(std::string meaning, std::string form, SchemaMaker schema, SchemaMaker key_schema) {
  other_ = OtherKeys{std::move(meaning), std::move(form), std::move(schema), std::move(key_schema)};
}

std::optional<std::size_t> TableCore::index_of(std::string_view key) const noexcept {
  const auto found = std::find(names_.begin(), names_.end(), key);
  return found == names_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names_.begin()));
}

void TableCore::report_unknown(const Entry& entry, Reader& reader) const {
  reader.report(entry.position, fmt::format("unknown key {}{}", reader.subject(), nearest_hint(entry.key, names_)));
}

void TableCore::report_missing(const Node& node, Reader& reader) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (keys_[i].required && !TableView(node).has(names_[i])) {
      reader.report(node.position,
                    fmt::format("{} needs the key `{}`: {}", reader.subject(), names_[i], keys_[i].meaning));
    }
  }
}

JsonValue TableCore::schema() const {
  JsonValue properties;
  JsonValue::List required;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    JsonValue property = keys_[i].schema();
    property.set("title", keys_[i].form);
    property.set("description", keys_[i].meaning);
    properties.set(names_[i], std::move(property));
    if (keys_[i].required) {
      required.emplace_back(names_[i]);
    }
  }
  JsonValue schema = schema_of_type("object");
  schema.set("properties", std::move(properties));
  if (!required.empty()) {
    schema.set("required", std::move(required));
  }
  if (!other_) {
    return schema.set("additionalProperties", false);
  }
  JsonValue others = other_->schema();
  if (!other_->meaning.empty()) {
    others.set("title", other_->form);
    others.set("description", other_->meaning);
  }
  schema.set("additionalProperties", std::move(others));
  if (names_.empty()) {  // `propertyNames` would also judge the keys above
    schema.set("propertyNames", other_->key_schema());
  }
  return schema;
}

}  // namespace assay::config
