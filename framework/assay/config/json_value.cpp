#include <assay/base/error.hpp>
#include <assay/config/json_value.hpp>

#include <nlohmann/json.hpp>

namespace assay::config {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kDefinition = "$definition";  // marks a schema that is to be hoisted; never written
constexpr const char* kContent = "schema";

Json to_json(const JsonValue& value, Json& definitions);

Json object_to_json(const JsonValue::Object& object, Json& definitions) {
  Json result = Json::object();
  for (const auto& [key, member] : object) {
    if (key == kDefinition) {
      const auto& name = std::get<std::string>(member.content);
      result["$ref"] = "#/$defs/" + name;
    } else if (key == kContent && result.contains("$ref")) {
      const std::string name = result["$ref"].get<std::string>().substr(8);
      if (!definitions.contains(name)) {
        definitions[name] = nullptr;  // keeps its place, before those that it uses
        definitions[name] = to_json(member, definitions);
      }
    } else {
      result[key] = to_json(member, definitions);
    }
  }
  return result;
}

Json to_json(const JsonValue& value, Json& definitions) {
  return std::visit(
      [&](const auto& content) -> Json {
        using Content = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<Content, JsonValue::Object>) {
          return object_to_json(content, definitions);
        } else if constexpr (std::is_same_v<Content, JsonValue::List>) {
          Json list = Json::array();
          for (const JsonValue& entry : content) {
            list.push_back(to_json(entry, definitions));
          }
          return list;
        } else {
          return content;
        }
      },
      value.content);
}

}  // namespace

JsonValue& JsonValue::set(std::string key, JsonValue value) {
  auto* object = std::get_if<Object>(&content);
  if (object == nullptr) {
    throw base::InternalError("a member was set on a JSON value that is no object");
  }
  for (auto& [name, member] : *object) {
    if (name == key) {
      member = std::move(value);
      return *this;
    }
  }
  object->emplace_back(std::move(key), std::move(value));
  return *this;
}

JsonValue schema_of_type(std::string_view name) { return JsonValue().set("type", std::string(name)); }

JsonValue schema_of_any(JsonValue::List alternatives) {
  if (alternatives.size() == 1) {
    return std::move(alternatives.front());
  }
  return JsonValue().set("anyOf", std::move(alternatives));
}

SchemaMaker named_schema(std::string name, SchemaMaker schema) {
  return [name = std::move(name), schema = std::move(schema)] {
    return JsonValue().set(kDefinition, name).set(kContent, schema());
  };
}

std::string to_schema_text(std::string_view title, const JsonValue& schema) {
  Json definitions = Json::object();
  Json body = to_json(schema, definitions);
  Json document = Json::object();
  document["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  document["title"] = title;
  for (auto& [key, member] : body.items()) {
    document[key] = std::move(member);
  }
  if (!definitions.empty()) {
    document["$defs"] = std::move(definitions);
  }
  return document.dump(2) + "\n";
}

}  // namespace assay::config
