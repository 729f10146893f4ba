#include <assay/base/byte_size.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/config/table_core.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay::config {
namespace {

std::string range_text(const std::string& noun, const std::string& least, const std::string& most) {
  if (!least.empty() && !most.empty()) {
    return fmt::format("{} from {} to {}", noun, least, most);
  }
  if (!least.empty()) {
    return fmt::format("{} of at least {}", noun, least);
  }
  return most.empty() ? noun : fmt::format("{} of at most {}", noun, most);
}

Type<double> number_called(std::string what, double least, double most) {
  auto schema = [least, most] {
    JsonValue value = schema_of_type("number");
    if (std::isfinite(least)) {
      value.set("minimum", least);
    }
    if (std::isfinite(most)) {
      value.set("maximum", most);
    }
    return value;
  };
  auto convert = [what, least, most](const Node& node, Reader& reader) -> std::optional<double> {
    const auto* whole = std::get_if<std::int64_t>(&node.content);
    const double value = whole != nullptr ? static_cast<double>(*whole) : std::get<double>(node.content);
    if (std::isfinite(value) && value >= least && value <= most) {
      return value;
    }
    reader.expected(node, what);
    return std::nullopt;
  };
  return {std::move(what), kNumberForm, std::move(schema), std::move(convert)};
}

Type<std::string> text_of(std::string what, bool may_be_empty) {
  auto schema = [may_be_empty] {
    JsonValue value = schema_of_type("string");
    return may_be_empty ? value : value.set("minLength", std::int64_t{1});
  };
  auto convert = [what, may_be_empty](const Node& node, Reader& reader) -> std::optional<std::string> {
    const auto& value = std::get<std::string>(node.content);
    if (value.empty() && !may_be_empty) {
      reader.expected(node, what);
      return std::nullopt;
    }
    if (value.find('\0') != std::string::npos) {
      reader.expected(node, what + " without NUL characters");
      return std::nullopt;
    }
    return value;
  };
  return {std::move(what), kTextForm, std::move(schema), std::move(convert)};
}

}  // namespace

Type<bool> flag() {
  return {"true or false", kFlagForm, [] { return schema_of_type("boolean"); },
          [](const Node& node, Reader&) { return std::optional(std::get<bool>(node.content)); }};
}

Type<std::int64_t> integer(std::int64_t least, std::int64_t most) {
  using Limits = std::numeric_limits<std::int64_t>;
  auto schema = [least, most] {
    JsonValue value = schema_of_type("integer");
    if (least != Limits::min()) {
      value.set("minimum", least);
    }
    if (most != Limits::max()) {
      value.set("maximum", most);
    }
    return value;
  };
  std::string what = range_text("a whole number", least == Limits::min() ? "" : std::to_string(least),
                                most == Limits::max() ? "" : std::to_string(most));
  auto convert = [what, least, most](const Node& node, Reader& reader) -> std::optional<std::int64_t> {
    const auto value = std::get<std::int64_t>(node.content);
    if (value >= least && value <= most) {
      return value;
    }
    reader.expected(node, what);
    return std::nullopt;
  };
  return {std::move(what), kIntegerForm, std::move(schema), std::move(convert)};
}

Type<std::uint64_t> count(std::int64_t least, std::int64_t most) {
  return integer(std::max<std::int64_t>(0, least), most).as<std::uint64_t>();
}

Type<unsigned> small_count(unsigned least, unsigned most) { return integer(least, most).as<unsigned>(); }

Type<double> number(double least, double most) {
  const auto end = [](double value) {
    return std::isfinite(value) ? base::to_text(base::Number(value)) : std::string();
  };
  return number_called(range_text("a finite number", end(least), end(most)), least, most);
}

Type<double> share() { return number_called("a share from 0 to 1 (not a percentage)", 0, 1); }

Type<std::string> text(std::string what) { return text_of(std::move(what), false); }

Type<std::string> any_text(std::string what) { return text_of(std::move(what), true); }

Type<base::Scalar> scalar(std::string what) {
  auto schema = [] { return JsonValue().set("type", JsonValue::List{"boolean", "number", "string"}); };
  return {std::move(what), kFlagForm | kNumberForm | kTextForm, std::move(schema),
          [](const Node& node, Reader&) -> std::optional<base::Scalar> {
            switch (form_of(node)) {
              case kFlagForm:
                return base::Scalar(std::get<bool>(node.content));
              case kIntegerForm:
                return base::Scalar(std::get<std::int64_t>(node.content));
              case kFloatForm:
                return base::Scalar(std::get<double>(node.content));
              default:
                return base::Scalar(std::get<std::string>(node.content));
            }
          }};
}

Type<base::Duration> duration() {
  const std::string what = "a duration above zero such as \"90s\", \"10m\" or \"1h30m\"";
  auto schema = [] { return schema_of_type("string").set("pattern", "^([0-9]+(\\.[0-9]+)?(ns|us|ms|s|m|h|d))+$"); };
  return Type<base::Duration>{what, kTextForm, schema,
                              [what](const Node& node, Reader& reader) -> std::optional<base::Duration> {
                                const auto value = base::parse_duration(std::get<std::string>(node.content));
                                if (value && *value > base::Duration::zero()) {
                                  return value;
                                }
                                reader.expected(node, what);
                                return std::nullopt;
                              }};
}

Type<std::uint64_t> byte_size() {
  const std::string what = "a number of bytes such as \"4GB\" or \"512MiB\"";
  return {what, kTextForm, [] { return schema_of_type("string"); },
          [what](const Node& node, Reader& reader) -> std::optional<std::uint64_t> {
            const auto value = base::parse_byte_size(std::get<std::string>(node.content));
            if (!value) {
              reader.expected(node, what);
            }
            return value;
          }};
}

Type<std::chrono::sys_days> date() {
  const std::string what = "a date without quotes such as 2027-03-01";
  auto schema = [] { return schema_of_type("string").set("format", "date"); };
  return {what, kDateForm, std::move(schema),
          [what](const Node& node, Reader& reader) -> std::optional<std::chrono::sys_days> {
            const auto day = std::get<std::chrono::year_month_day>(node.content);
            if (day.ok()) {
              return std::chrono::sys_days(day);
            }
            reader.expected(node, what);
            return std::nullopt;
          }};
}

Type<std::string> word(std::vector<std::string> words) {
  std::string what;
  for (std::size_t i = 0; i < words.size(); ++i) {
    what += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + ("\"" + words[i] + "\"");
  }
  auto schema = [words] { return schema_of_type("string").set("enum", JsonValue::List(words.begin(), words.end())); };
  auto convert = [what, words = std::move(words)](const Node& node, Reader& reader) -> std::optional<std::string> {
    const auto& written = std::get<std::string>(node.content);
    if (std::find(words.begin(), words.end(), written) != words.end()) {
      return written;
    }
    const std::string hint = nearest_hint(written, words);
    reader.report(node.position, fmt::format("{} must be {}, not {}{}", reader.subject(), what, describe(node),
                                             hint.find("did you mean") == std::string::npos ? "" : hint));
    return std::nullopt;
  };
  return {std::move(what), kTextForm, std::move(schema), std::move(convert)};
}

Type<std::string> reference_to(std::string category, std::string what) {
  return text(std::move(what))
      .then([category = std::move(category)](std::string name, const Node& node, Reader& reader) {
        reader.refer(category, name, node.position);
        return std::optional(std::move(name));
      });
}

}  // namespace assay::config
