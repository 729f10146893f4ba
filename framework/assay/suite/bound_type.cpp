#include <assay/config/plain_types.hpp>
#include <assay/suite/detail/bound_type.hpp>
#include <assay/suite/detail/trimmed.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace assay::suite::detail {
namespace {

using config::Node;
using config::Reader;

constexpr const char* kExpected = "a range `[lo, hi]`, a number or a text such as \">= 1000\"";
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::optional<base::Number> refused(const Node& node, Reader& reader, std::string_view why) {
  reader.report(node.position, fmt::format("{}: {}, but is {}", reader.subject(), why, config::describe(node)));
  return std::nullopt;
}

/// One end of a pair, or a number alone.
std::optional<base::Number> read_end(const Node& node, Reader& reader) {
  if (const auto* whole = std::get_if<std::int64_t>(&node.content)) {
    return *whole;
  }
  if (const auto* number = std::get_if<double>(&node.content)) {
    return std::isnan(*number) ? refused(node, reader, "an end of a range must not be NaN") : base::Number(*number);
  }
  if (const auto* text = std::get_if<std::string>(&node.content)) {
    if (const auto number = parse_number(*text)) {
      return number;
    }
  }
  return refused(node, reader, "an end of a range must be a number (whole numbers of up to 64 bits may be text)");
}

std::optional<Bound> read_pair(const Node& node, Reader& reader) {
  const auto& list = std::get<Node::List>(node.content);
  if (list.size() != 2) {
    reader.expected(node, kExpected);
    return std::nullopt;
  }
  const auto low = read_end(list[0], reader);
  const auto high = read_end(list[1], reader);
  if (!low || !high) {
    return std::nullopt;
  }
  if (base::compare(*low, *high) == base::Order::kGreater) {
    reader.report(node.position, fmt::format("{}: the low end {} lies above the high end {}; a range is `[lo, hi]`",
                                             reader.subject(), base::to_text(*low), base::to_text(*high)));
    return std::nullopt;
  }
  return Bound{*low, *high, false, false};
}

std::optional<Bound> read_text(const Node& node, Reader& reader) {
  const std::string_view text = trimmed(std::get<std::string>(node.content));
  const bool lower = text.starts_with('>');
  const bool upper = text.starts_with('<');
  if (!lower && !upper) {
    const auto number = parse_number(text);
    if (!number) {
      reader.expected(node, kExpected);
      return std::nullopt;
    }
    return Bound{*number, *number, false, false};
  }
  const bool open = !text.substr(1).starts_with('=');
  const auto number = parse_number(trimmed(text.substr(open ? 1 : 2)));
  if (!number) {
    reader.expected(node, kExpected);
    return std::nullopt;
  }
  const double unreachable = lower ? kInfinity : -kInfinity;
  if (open && base::compare(*number, base::Number(unreachable)) == base::Order::kEqual) {
    reader.report(node.position, fmt::format("{}: nothing can be {}", reader.subject(), text));
    return std::nullopt;
  }
  return lower ? Bound{*number, kInfinity, open, false} : Bound{-kInfinity, *number, false, open};
}

config::JsonValue bound_schema() {
  config::JsonValue text = config::schema_of_type("string");
  text.set("pattern", "^ *([<>]=?)? *[-+]?([0-9].*|inf|\\..*)$");
  config::JsonValue pair = config::schema_of_type("array");
  pair.set("items", config::schema_of_any({config::schema_of_type("number"), config::schema_of_type("string")}));
  pair.set("minItems", std::int64_t{2}).set("maxItems", std::int64_t{2});
  return config::schema_of_any({std::move(pair), config::schema_of_type("number"), std::move(text)});
}

}  // namespace

std::optional<base::Number> parse_number(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) {
      return std::nullopt;
    }
  }
  const char* begin = text.data();
  const char* end = begin + text.size();
  const auto is_whole = [&](const auto& value, const std::from_chars_result& result) {
    return result.ec == std::errc() && result.ptr == end && value == value;
  };
  std::int64_t whole = 0;
  if (is_whole(whole, std::from_chars(begin, end, whole))) {
    return whole;
  }
  std::uint64_t large = 0;
  if (is_whole(large, std::from_chars(begin, end, large))) {
    return large;
  }
  if (text.find_first_not_of("-0123456789") == std::string_view::npos) {
    return std::nullopt;  // an integer beyond 64 bits would lose digits as a double
  }
  double number = 0;
  if (is_whole(number, std::from_chars(begin, end, number))) {
    return number;
  }
  return std::nullopt;
}

config::Type<Bound> bound_type() {
  return {kExpected, config::kNumberForm | config::kTextForm | config::kListForm,
          config::named_schema("bound", bound_schema), [](const Node& node, Reader& reader) -> std::optional<Bound> {
            if (node.is_list()) {
              return read_pair(node, reader);
            }
            if (node.is_text()) {
              return read_text(node, reader);
            }
            const auto number = read_end(node, reader);
            return number ? std::optional(Bound{*number, *number, false, false}) : std::nullopt;
          }};
}

}  // namespace assay::suite::detail
