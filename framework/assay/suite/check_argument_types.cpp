#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/suite/detail/bound_type.hpp>
#include <assay/suite/detail/check_argument_types.hpp>
#include <assay/suite/detail/dataset_type.hpp>

#include <fmt/format.h>

#include <cmath>
#include <regex>
#include <string>
#include <utility>

namespace assay::suite::detail {
namespace {

using config::Node;
using config::Reader;
using Argument = config::Type<CheckArgument>;

constexpr std::size_t kMostPatternLength = 1000;

Argument flag_argument(const CheckDescription& check) {
  if (check.key == "exists") {
    return config::flag().as<CheckArgument>();
  }
  return config::flag().called("true").then(
      [](bool value, const Node& node, Reader& reader) -> std::optional<CheckArgument> {
        if (!value) {
          reader.report(node.position, fmt::format("{} = false says nothing; leave the key out", reader.subject()));
          return std::nullopt;
        }
        return CheckArgument(true);
      });
}

Argument pattern_argument() {
  return config::text("a regular expression")
      .then([](std::string pattern, const Node& node, Reader& reader) -> std::optional<CheckArgument> {
        if (pattern.size() > kMostPatternLength) {
          reader.report(node.position, fmt::format("{}: a pattern has at most {} characters, this one {}",
                                                   reader.subject(), kMostPatternLength, pattern.size()));
          return std::nullopt;
        }
        try {
          // As it will be used: in time that the pattern cannot blow up, and so without back-references.
          const std::regex compiled(pattern, std::regex::ECMAScript | std::regex_constants::__polynomial);
        } catch (const std::regex_error& error) {
          reader.report(node.position, fmt::format("{}: \"{}\" is no regular expression: {}", reader.subject(),
                                                   config::shown(pattern), error.what()));
          return std::nullopt;
        }
        return CheckArgument(std::move(pattern));
      });
}

Argument dtype_argument() {
  return config::word({"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16",
                       "float32", "float64", "bool", "string", "compound", "enum", "vlen"})
      .as<CheckArgument>();
}

Argument ratio_argument() {
  return config::number(1).then(
      [](double value, const Node&, Reader&) { return std::optional(CheckArgument(base::Number(value))); });
}

Argument shape_argument() {
  using Extent = std::optional<std::uint64_t>;
  const auto any = config::word({"*"}).then(
      [](const std::string&, const Node&, Reader&) { return std::optional<Extent>(Extent()); });
  const auto extent =
      config::either<Extent>("\"*\" or a whole number of at least 0", {any, config::count().as<Extent>()});
  return config::list_of(extent, "a list of extents such as [\"*\", 28, 28]", {0, 32})
      .then([](std::vector<Extent> extents, const Node&, Reader&) {
        return std::optional(CheckArgument(ShapePattern{std::move(extents)}));
      });
}

Argument set_argument() {
  const auto member =
      config::scalar().then([](base::Scalar value, const Node& node, Reader& reader) -> std::optional<base::Scalar> {
        if (const auto* number = std::get_if<double>(&value); number != nullptr && std::isnan(*number)) {
          reader.report(node.position, fmt::format("{} is NaN, which equals nothing; see `no_nan`", reader.subject()));
          return std::nullopt;
        }
        return value;
      });
  return config::list_of(member, "a list of at least one value", {1})
      .then([](std::vector<base::Scalar> values, const Node&, Reader&) {
        return std::optional(CheckArgument(ValueSet{std::move(values)}));
      });
}

Argument names_argument() {
  return config::list_of(config::text("the name of a member"), "a list of names", {1})
      .then([](std::vector<std::string> names, const Node&, Reader&) {
        return std::optional(CheckArgument(NameList{std::move(names)}));
      });
}

Argument monotony_argument() {
  return config::choice<Monotony>({{"strict", Monotony::kStrict}, {"weak", Monotony::kWeak}}).as<CheckArgument>();
}

Argument sum_argument() {
  return config::number().then([](double value, const Node&, Reader&) {
    return std::optional(CheckArgument(RowSum{value, 0}));
  });
}

Argument limit_argument() {
  const auto limit =
      config::scalar("a number")
          .then([](base::Scalar value, const Node& node, Reader& reader) -> std::optional<CheckArgument> {
            if (const auto* whole = std::get_if<std::int64_t>(&value)) {
              return CheckArgument(base::Number(*whole));
            }
            const auto* number = std::get_if<double>(&value);
            if (number == nullptr || std::isnan(*number)) {
              reader.expected(node, "a number or a dataset");
              return std::nullopt;
            }
            return CheckArgument(base::Number(*number));
          });
  config::Type<CheckArgument> number = limit;
  number.forms = config::kNumberForm;
  number.schema = [] { return config::schema_of_type("number"); };
  return config::either<CheckArgument>("a number or a dataset", {number, dataset_path_type().as<CheckArgument>()});
}

Argument only_table(std::string what) {
  return {std::move(what), 0, [] { return config::JsonValue(false); }, {}};
}

}  // namespace

config::Type<CheckArgument> argument_type(const CheckDescription& check) {
  using enum ArgumentForm;
  switch (check.form) {
    case kFlag:
      return flag_argument(check);
    case kBound:
    case kClassShares:
      return bound_type().then([form = check.form](Bound bound, const Node&, Reader&) {
        return std::optional(form == kBound ? CheckArgument(std::move(bound))
                                            : CheckArgument(ClassShares{std::move(bound), {}}));
      });
    case kTextChoice:
      return dtype_argument();
    case kPattern:
      return pattern_argument();
    case kNumber:
      return ratio_argument();
    case kShape:
      return shape_argument();
    case kValueSet:
      return set_argument();
    case kNames:
      return names_argument();
    case kMonotony:
      return monotony_argument();
    case kUnique:
      return flag_argument(check).then(
          [](CheckArgument, const Node&, Reader&) { return std::optional(CheckArgument(UniqueKey{})); });
    case kDataset:
      return dataset_path_type().as<CheckArgument>();
    case kSumsTo:
      return sum_argument();
    case kBelow:
      return limit_argument();
    case kAttributes:
      return only_table("a table of attributes such as { unit = \"m\" }");
    case kQuantiles:
      return only_table("a table such as { \"0.05\" = [lo, hi] }");
    case kAxis:
      return only_table("a table such as { axis = 1, mean = [lo, hi] }");
    case kOutliers:
      return only_table("a table such as { z = 6 } or { iqr = 3 }");
    case kCorrelation:
      return only_table("a table { with = dataset, in = [lo, hi] }");
    case kDrift:
      return only_table("a table such as { from = \"old\", psi = 0.1 }");
  }
  return only_table("a table");
}

}  // namespace assay::suite::detail
