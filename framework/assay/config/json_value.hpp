#pragma once

#include <assay/config/shared_function.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay::config {

/// A JSON value whose objects keep the order in which members are set; what descriptions build JSON Schema from.
struct JsonValue {
  using List = std::vector<JsonValue>;
  using Object = std::vector<std::pair<std::string, JsonValue>>;

  std::variant<bool, std::int64_t, double, std::string, List, Object> content = Object{};

  JsonValue() = default;
  JsonValue(bool value) : content(value) {}                      // NOLINT(google-explicit-constructor)
  JsonValue(std::int64_t value) : content(value) {}              // NOLINT(google-explicit-constructor)
  JsonValue(double value) : content(value) {}                    // NOLINT(google-explicit-constructor)
  JsonValue(std::string value) : content(std::move(value)) {}    // NOLINT(google-explicit-constructor)
  JsonValue(const char* value) : content(std::string(value)) {}  // NOLINT(google-explicit-constructor)
  JsonValue(List value) : content(std::move(value)) {}           // NOLINT(google-explicit-constructor)

  /// Sets a member of an object and returns the object. @throws base::InternalError when this is no object.
  JsonValue& set(std::string key, JsonValue value);
};

/// Makes a schema when it is asked for: most runs of a program read files and never print a schema.
using SchemaMaker = SharedFunction<JsonValue()>;

/// `{"type": name}`.
[[nodiscard]] JsonValue schema_of_type(std::string_view name);
/// `{"anyOf": [...]}`.
[[nodiscard]] JsonValue schema_of_any(JsonValue::List alternatives);
/// A schema that is written once under `$defs` and referred to by name.
[[nodiscard]] SchemaMaker named_schema(std::string name, SchemaMaker schema);

/// A complete JSON Schema (draft 2020-12) with its `$defs`, indented by two blanks, with a newline at the end.
[[nodiscard]] std::string to_schema_text(std::string_view title, const JsonValue& schema);

}  // namespace assay::config
