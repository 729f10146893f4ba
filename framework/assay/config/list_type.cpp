#include <assay/config/list_type.hpp>

namespace assay::config {

bool has_length(const Node& node, ListLength length, const std::string& what, Reader& reader) {
  const std::size_t size = std::get<Node::List>(node.content).size();
  if (size >= length.least && size <= length.most) {
    return true;
  }
  reader.expected(node, what);
  return false;
}

JsonValue schema_of_list(JsonValue entry, ListLength length) {
  JsonValue schema = schema_of_type("array");
  schema.set("items", std::move(entry));
  if (length.least > 0) {
    schema.set("minItems", static_cast<std::int64_t>(length.least));
  }
  if (length.most != ListLength{}.most) {
    schema.set("maxItems", static_cast<std::int64_t>(length.most));
  }
  return schema;
}

}  // namespace assay::config
