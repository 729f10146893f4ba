#pragma once

#include <assay/config/json_value.hpp>
#include <assay/config/node.hpp>
#include <assay/config/reader.hpp>
#include <assay/config/shared_function.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace assay::config {

/// The forms a TOML value can have, as a set of bits.
enum Form : unsigned {
  kFlagForm = 1U,
  kIntegerForm = 2U,
  kFloatForm = 4U,
  kTextForm = 8U,
  kDateForm = 16U,
  kMomentForm = 32U,
  kListForm = 64U,
  kTableForm = 128U,
  kNumberForm = kIntegerForm | kFloatForm,
};

/// The form of this value.
[[nodiscard]] Form form_of(const Node& node) noexcept;

/// The one description of a value: how it is read, what a message says that it must be, and its JSON Schema.
template <class T>
struct Type {
  std::string expected;  ///< completes "must be ..."
  unsigned forms = 0;    ///< a value of any other form is a mistake before `convert` is asked
  SchemaMaker schema;
  /// None after a mistake, which was reported to the reader.
  SharedFunction<std::optional<T>(const Node&, Reader&)> convert;

  [[nodiscard]] std::optional<T> read(const Node& node, Reader& reader) const {
    if ((forms & form_of(node)) == 0) {
      reader.expected(node, expected);
      return std::nullopt;
    }
    return convert(node, reader);
  }

  /// The same written form, made into something else: `make(T, node, reader)` returns an optional, none after a report.
  template <class Make>
  [[nodiscard]] auto then(Make make) const {
    using Made = typename std::invoke_result_t<Make, T, const Node&, Reader&>::value_type;
    return Type<Made>{expected, forms, schema,
                      [before = convert, make](const Node& node, Reader& reader) -> std::optional<Made> {
                        auto value = before(node, reader);
                        return value ? make(std::move(*value), node, reader) : std::nullopt;
                      }};
  }

  /// The same, as another C++ type that is constructed from this one.
  template <class Made>
  [[nodiscard]] Type<Made> as() const {
    return then([](T value, const Node&, Reader&) { return std::optional<Made>(Made(std::move(value))); });
  }

  /// The same, its schema written once under this name.
  [[nodiscard]] Type named(std::string name) const {
    return {expected, forms, named_schema(std::move(name), schema), convert};
  }

  /// The same, with other words after "must be".
  [[nodiscard]] Type called(std::string what) const { return {std::move(what), forms, schema, convert}; }
};

/// One of several written forms: the first alternative that takes the form of the value reads it.
template <class T>
[[nodiscard]] Type<T> either(std::string expected, std::vector<Type<T>> alternatives) {
  Type<T> type{std::move(expected), 0, {}, {}};
  for (const auto& alternative : alternatives) {
    type.forms |= alternative.forms;
  }
  type.schema = [alternatives] {
    JsonValue::List schemas;
    for (const auto& alternative : alternatives) {
      schemas.push_back(alternative.schema());
    }
    return schema_of_any(std::move(schemas));
  };
  type.convert = [alternatives = std::move(alternatives)](const Node& node, Reader& reader) -> std::optional<T> {
    for (const auto& alternative : alternatives) {
      if ((alternative.forms & form_of(node)) != 0) {
        return alternative.convert(node, reader);
      }
    }
    return std::nullopt;
  };
  return type;
}

}  // namespace assay::config
