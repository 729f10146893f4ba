#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/suite/detail/bound_type.hpp>
#include <assay/suite/detail/check_argument_types.hpp>
#include <assay/suite/detail/dataset_type.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace assay::suite::detail {
namespace {

using config::Node;
using config::Reader;
using config::TableView;
using CheckTable = config::Table<Check>;

template <class Argument>
Argument& argument(Check& check) {
  if (!std::holds_alternative<Argument>(check.argument)) {
    check.argument = Argument();
  }
  return std::get<Argument>(check.argument);
}

/// Stores a value in a member of the argument.
template <class Argument, class Member>
auto into(Member Argument::*member) {
  return [member](Check& check, auto value) { argument<Argument>(check).*member = std::move(value); };
}

/// A rule that one of these keys must be there.
template <std::size_t N>
CheckTable::Rule needs_one_of(std::array<std::string_view, N> keys, std::string what) {
  return [keys, what = std::move(what)](const Check&, const TableView& table, Reader& reader) {
    if (!table.has_unknown_keys() &&
        std::none_of(keys.begin(), keys.end(), [&](std::string_view key) { return table.has(key); })) {
      reader.report(table.position(), fmt::format("{} needs {}", reader.subject(), what));
    }
  };
}

CheckTable attributes_table() {
  return CheckTable("a table of attributes")
      .other_keys("the attribute's value", config::scalar(), [](Check& check, std::string name, base::Scalar value) {
        argument<AttributeValues>(check).values.emplace_back(std::move(name), std::move(value));
      });
}

CheckTable unique_table() {
  return CheckTable("a table such as { of = [\"a\", \"b\"] }")
      .key("of", "datasets or members that make the key together",
           config::list_of(config::text("a dataset or member"), "a list of at least one dataset or member", {1, 64}),
           into(&UniqueKey::of))
      .required();
}

CheckTable class_shares_table() {
  return CheckTable("a range for every class, or a table of a range for each class")
      .other_keys("share of this class", bound_type(), [](Check& check, std::string name, Bound bound) {
        argument<ClassShares>(check).listed.emplace_back(std::move(name), std::move(bound));
      });
}

CheckTable quantiles_table() {
  return CheckTable("a table such as { \"0.05\" = [lo, hi] }")
      .other_keys(
          "the quantile of this probability", bound_type(),
          [](Check& check, const std::string& key, Bound bound) {
            double probability = 0;
            std::from_chars(key.data(), key.data() + key.size(), probability);
            argument<Quantiles>(check).values.emplace_back(probability, std::move(bound));
          },
          config::share_key());
}

/// One range for all positions, or a list of ranges, one each: a list is the latter when it holds a list.
config::Type<std::vector<Bound>> axis_bounds() {
  const auto one = bound_type();
  const auto each = config::list_of(bound_type(), "a list of ranges, one for each position", {1});
  return {"a range for all positions, or a list of ranges, one each", one.forms,
          [one, each] {
            return config::schema_of_any({one.schema(), each.schema()});
          },
          [one, each](const Node& node, Reader& reader) -> std::optional<std::vector<Bound>> {
            const auto* list = std::get_if<Node::List>(&node.content);
            if (list != nullptr && std::any_of(list->begin(), list->end(), [](const Node& n) { return n.is_list(); })) {
              return each.convert(node, reader);
            }
            auto bound = one.convert(node, reader);
            return bound ? std::optional(std::vector<Bound>{std::move(*bound)}) : std::nullopt;
          }};
}

CheckTable axis_table() {
  constexpr auto kAggregates =
      std::to_array<std::string_view>({"min", "max", "mean", "std", "sum", "median", "missing_share", "zero_share",
                                       "nan_count", "inf_count", "distinct", "distinct_share"});
  CheckTable table("a table such as { axis = 1, mean = [lo, hi] }");
  table
      .key("axis", "the dimension, from 0; negative counts from the last", config::integer(-32, 31),
           into(&AxisAggregates::axis))
      .required();
  for (const std::string_view name : kAggregates) {
    table.key(std::string(name), std::string(find_check(name)->meaning) + ", at each position", axis_bounds(),
              [name](Check& check, std::vector<Bound> bounds) {
                argument<AxisAggregates>(check).aggregates.emplace_back(name, std::move(bounds));
              });
  }
  table.rule(needs_one_of(kAggregates, "an aggregate such as `mean = [lo, hi]`"));
  return table;
}

config::Type<double> above_zero() {
  return config::number(0).then([](double value, const Node& node, Reader& reader) -> std::optional<double> {
    if (value > 0) {
      return value;
    }
    reader.expected(node, "a number above 0");
    return std::nullopt;
  });
}

CheckTable outliers_table() {
  CheckTable table("a table such as { z = 6 } or { iqr = 3 }");
  table.key("z", "standard deviations from the mean", above_zero(), into(&OutlierRule::z))
      .key("iqr", "interquartile ranges beyond the quartiles", above_zero(), into(&OutlierRule::iqr))
      .rule([](const Check&, const TableView& keys, Reader& reader) {
        if (!keys.has_unknown_keys() && keys.has("z") == keys.has("iqr")) {
          reader.report(keys.position("iqr"), fmt::format("{} needs `z` or `iqr`, and not both", reader.subject()));
        }
      });
  return table;
}

CheckTable dataset_table() {
  CheckTable table("a dataset, as \"path in the same data\" or { data = ..., dataset = ... }");
  table.key("data", "a name under [data], or a file", data_type(), into(&DatasetReference::data))
      .key("dataset", "path of the dataset in that data", dataset_path_type(),
           [](Check& check, DatasetReference path) {
             auto& reference = argument<DatasetReference>(check);
             reference.dataset = std::move(path.dataset);
             reference.slices = std::move(path.slices);
           })
      .required();
  return table;
}

CheckTable correlation_table() {
  CheckTable table("a table { with = dataset, in = [lo, hi] }");
  table.key("with", "the other dataset", dataset_reference_type(), into(&Correlation::with))
      .required()
      .key("in", "range of the coefficient", bound_type(), into(&Correlation::in))
      .required();
  return table;
}

CheckTable drift_table() {
  const auto from = config::either<DatasetReference>("a name under [data], a file, or { data = ..., dataset = ... }",
                                                     {data_type().then([](std::string data, const Node&, Reader&) {
                                                        return std::optional(DatasetReference{std::move(data), "", {}});
                                                      }),
                                                      dataset_reference_type()});
  CheckTable table("a table such as { from = \"old\", psi = 0.1 }");
  table.key("from", "the earlier data or profile", from, into(&DriftLimits::from))
      .required()
      .key("psi", "population stability index at most", config::number(0), into(&DriftLimits::psi))
      .key("js", "Jensen-Shannon divergence in base 2 at most", config::number(0, 1), into(&DriftLimits::js))
      .key("ks", "Kolmogorov-Smirnov statistic at most", config::number(0, 1), into(&DriftLimits::ks))
      .key("chi2_p", "p-value of the homogeneity test at least", config::number(0, 1), into(&DriftLimits::chi2_p))
      .key("wasserstein", "plain Wasserstein distance at most", config::number(0), into(&DriftLimits::wasserstein))
      .key("new_classes", "classes that were not there, at most", config::count(), into(&DriftLimits::new_classes))
      .rule(needs_one_of(std::to_array<std::string_view>({"psi", "js", "ks", "chi2_p", "wasserstein", "new_classes"}),
                         "a limit such as `psi = 0.1`"));
  return table;
}

bool is_nothing(const std::string&) { return false; }
bool is_allow_empty(const std::string& key) { return key == "allow_empty"; }

/// Tables of keys that the file chooses must hold one that is no option.
CheckTable with_an_entry(CheckTable table, std::string what, bool (*is_option)(const std::string&)) {
  table.rule([what = std::move(what), is_option](const Check&, const TableView& keys, Reader& reader) {
    if (!keys.has_any_but(is_option)) {
      reader.report(keys.position(), fmt::format("{} needs {}", reader.subject(), what));
    }
  });
  return table;
}

}  // namespace

std::optional<config::Table<Check>> argument_table(const CheckDescription& check) {
  using enum ArgumentForm;
  switch (check.form) {
    case kAttributes:
      return with_an_entry(attributes_table(), "an attribute", is_nothing);
    case kUnique:
      return unique_table();
    case kClassShares:
      return with_an_entry(class_shares_table(), "a class", is_allow_empty);
    case kQuantiles:
      return with_an_entry(quantiles_table(), "a probability", is_allow_empty);
    case kAxis:
      return axis_table();
    case kOutliers:
      return outliers_table();
    case kDataset:
    case kBelow:
      return dataset_table();
    case kCorrelation:
      return correlation_table();
    case kDrift:
      return drift_table();
    default:
      return std::nullopt;
  }
}

}  // namespace assay::suite::detail
