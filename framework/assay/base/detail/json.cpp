#include <assay/base/detail/json.hpp>
#include <assay/base/utf8.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace assay::base::detail {
namespace {

Scalar scalar_of_text(std::string text) {
  if (text == "nan") {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (text == "inf") {
    return std::numeric_limits<double>::infinity();
  }
  if (text == "-inf") {
    return -std::numeric_limits<double>::infinity();
  }
  return text;
}

}  // namespace

Json to_json(std::string_view text) { return is_utf8(text) ? Json(text) : Json(to_utf8(text)); }

Json to_json(double number) {
  if (!std::isfinite(number)) {
    return base::to_text(Scalar{number});
  }
  return number;
}

Json to_json(const Number& number) { return to_json(base::to_scalar(number)); }

Json to_json(const Scalar& scalar) {
  return std::visit(
      [](const auto& value) -> Json {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::monostate>) {
          return nullptr;
        } else if constexpr (std::is_same_v<Value, std::string>) {
          return to_json(std::string_view{value});
        } else if constexpr (std::is_same_v<Value, double>) {
          return to_json(value);
        } else {
          return value;
        }
      },
      scalar);
}

tl::expected<Scalar, std::string> to_scalar(const Json& json) {
  switch (json.type()) {
    case Json::value_t::null:
      return Scalar{};
    case Json::value_t::boolean:
      return Scalar{json.get<bool>()};
    case Json::value_t::string:
      return scalar_of_text(json.get<std::string>());
    case Json::value_t::number_integer:
      return Scalar{json.get<std::int64_t>()};
    case Json::value_t::number_unsigned: {
      const auto value = json.get<std::uint64_t>();
      const bool fits = value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
      return fits ? Scalar{static_cast<std::int64_t>(value)} : Scalar{value};
    }
    case Json::value_t::number_float:
      return Scalar{json.get<double>()};
    case Json::value_t::object:
    case Json::value_t::array:
    case Json::value_t::binary:
    case Json::value_t::discarded:
      break;
  }
  return tl::unexpected(std::string{"a single value was expected, seen: "} + json.type_name());
}

tl::expected<Number, std::string> to_number(const Json& json) {
  const tl::expected<Scalar, std::string> scalar = to_scalar(json);
  if (!scalar) {
    return tl::unexpected(scalar.error());
  }
  return std::visit(
      [&json](const auto& value) -> tl::expected<Number, std::string> {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::int64_t> || std::is_same_v<Value, std::uint64_t> ||
                      std::is_same_v<Value, double>) {
          return Number{value};
        } else {
          return tl::unexpected(std::string{"a number was expected, seen: "} + json.type_name());
        }
      },
      *scalar);
}

tl::expected<Json, std::string> parse_json(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    return tl::unexpected(to_printable(error.what()));
  }
}

}  // namespace assay::base::detail
