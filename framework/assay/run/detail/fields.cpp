#include <assay/run/detail/fields.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace assay::run::detail {

using base::detail::Json;

Fields::Fields(const Json& object, std::string_view what) : object_(object), what_(what) {
  if (!object_.is_object())
    throw FieldError(fmt::format("{}: expected an object, found {}", what_, object_.type_name()));
}

void Fields::wrong(const char* name, std::string_view expected) const {
  throw FieldError(
      fmt::format("`{}` of {}: expected {}, found {}", name, what_, expected, object_.find(name)->type_name()));
}

const Json* Fields::find(const char* name) const {
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

std::string Fields::text(const char* name) const {
  const Json* value = find(name);
  if (value == nullptr) return {};
  if (!value->is_string()) wrong(name, "text");
  return value->get<std::string>();
}

bool Fields::flag(const char* name) const {
  const Json* value = find(name);
  if (value == nullptr) return false;
  if (!value->is_boolean()) wrong(name, "true or false");
  return value->get<bool>();
}

double Fields::number(const char* name) const {
  const Json* value = find(name);
  if (value == nullptr) return 0;
  if (!value->is_number()) wrong(name, "a number");
  return value->get<double>();
}

std::int64_t Fields::integer(const char* name) const {
  const Json* value = find(name);
  if (value == nullptr) return 0;
  if (value->is_number_unsigned() &&
      value->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    wrong(name, "a whole number below 2^63");
  }
  if (!value->is_number_integer()) wrong(name, "a whole number");
  return value->get<std::int64_t>();
}

std::uint64_t Fields::count(const char* name) const {
  const Json* value = find(name);
  if (value == nullptr) return 0;
  if (!value->is_number_unsigned()) wrong(name, "a whole number, not negative");
  return value->get<std::uint64_t>();
}

unsigned Fields::small_count(const char* name) const {
  const std::uint64_t value = count(name);
  if (value > std::numeric_limits<unsigned>::max()) wrong(name, "a whole number below 2^32");
  return static_cast<unsigned>(value);
}

int Fields::small_integer(const char* name) const {
  const std::int64_t value = integer(name);
  if (value > std::numeric_limits<int>::max() || value < std::numeric_limits<int>::min()) {
    wrong(name, "a whole number of 32 bits");
  }
  return static_cast<int>(value);
}

std::vector<const Json*> Fields::list(const char* name) const {
  const Json* value = find(name);
  if (value == nullptr) return {};
  if (!value->is_array()) wrong(name, "a list");
  std::vector<const Json*> elements;
  elements.reserve(value->size());
  for (const Json& element : *value) elements.push_back(&element);
  return elements;
}

std::vector<std::string> Fields::texts(const char* name) const {
  std::vector<std::string> result;
  for (const Json* element : list(name)) {
    if (!element->is_string()) wrong(name, "a list of texts");
    result.push_back(element->get<std::string>());
  }
  return result;
}

void require_schema(const Fields& fields) {
  if (fields.count("schema") != 1) {
    throw FieldError(fmt::format("expected `schema` 1, found {}", fields.find("schema") == nullptr
                                                                      ? std::string("none")
                                                                      : fields.find("schema")->dump()));
  }
}

}  // namespace assay::run::detail
