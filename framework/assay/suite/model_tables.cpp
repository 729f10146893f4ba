#include <assay/base/nearest_name.hpp>
#include <assay/base/utf8.hpp>
#include <assay/suite/model_tables.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

namespace assay::suite {
namespace {

enum class ValueKind {
  kFlag,
  kWhole,
  kPositive,  ///< finite and above 0
  kNotNegative,
  kBelowOne,  ///< in [0, 1)
  kText,
};

struct Option {
  std::string_view owner;  ///< the `name` it goes with; empty: all
  std::string_view key;
  ValueKind kind;
};

constexpr auto kLosses = std::to_array<std::string_view>({"cross_entropy", "mse", "mae", "bce_with_logits"});
constexpr auto kLossOptions = std::to_array<Option>({
    {"cross_entropy", "label_smoothing", ValueKind::kBelowOne},
    {"cross_entropy", "ignore_index", ValueKind::kWhole},
});

constexpr auto kOptimizers = std::to_array<std::string_view>({"sgd", "adam", "adamw", "rmsprop", "adagrad"});
constexpr auto kOptimizerOptions = std::to_array<Option>({
    {"", "lr", ValueKind::kPositive},
    {"", "weight_decay", ValueKind::kNotNegative},
    {"sgd", "momentum", ValueKind::kNotNegative},
    {"sgd", "dampening", ValueKind::kNotNegative},
    {"sgd", "nesterov", ValueKind::kFlag},
    {"adam", "betas.0", ValueKind::kBelowOne},
    {"adam", "betas.1", ValueKind::kBelowOne},
    {"adam", "eps", ValueKind::kNotNegative},
    {"adam", "amsgrad", ValueKind::kFlag},
    {"adamw", "betas.0", ValueKind::kBelowOne},
    {"adamw", "betas.1", ValueKind::kBelowOne},
    {"adamw", "eps", ValueKind::kNotNegative},
    {"adamw", "amsgrad", ValueKind::kFlag},
    {"rmsprop", "alpha", ValueKind::kBelowOne},
    {"rmsprop", "eps", ValueKind::kNotNegative},
    {"rmsprop", "momentum", ValueKind::kNotNegative},
    {"rmsprop", "centered", ValueKind::kFlag},
    {"adagrad", "lr_decay", ValueKind::kNotNegative},
    {"adagrad", "initial_accumulator_value", ValueKind::kNotNegative},
    {"adagrad", "eps", ValueKind::kNotNegative},
});

constexpr auto kDataOptions = std::to_array<Option>({
    {"", "data", ValueKind::kText},
    {"", "inputs", ValueKind::kText},
    {"", "targets", ValueKind::kText},
    {"", "scale", ValueKind::kPositive},
    {"", "dtype", ValueKind::kText},
    {"", "layout", ValueKind::kText},
});
constexpr auto kTypes = std::to_array<std::string_view>({"float32", "float64", "int64"});
constexpr auto kLayouts = std::to_array<std::string_view>({"hw", "hwc", "chw", "flat"});

std::optional<double> number_of(const base::Scalar& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    return static_cast<double>(*whole);
  }
  if (const auto* large = std::get_if<std::uint64_t>(&value)) {
    return static_cast<double>(*large);
  }
  const auto* real = std::get_if<double>(&value);
  return real == nullptr ? std::nullopt : std::optional(*real);
}

/// What the value must be; empty when it is.
std::string_view expected_of(ValueKind kind, const base::Scalar& value) {
  const std::optional<double> number = number_of(value);
  const bool from_zero = number && *number >= 0 && std::isfinite(*number);
  const auto* text = std::get_if<std::string>(&value);
  switch (kind) {
    case ValueKind::kFlag:
      return std::holds_alternative<bool>(value) ? "" : "true or false";
    case ValueKind::kWhole:
      return std::holds_alternative<std::int64_t>(value) ? "" : "a whole number";
    case ValueKind::kPositive:
      return from_zero && *number > 0 ? "" : "a number above 0";
    case ValueKind::kNotNegative:
      return from_zero ? "" : "a number of at least 0";
    case ValueKind::kBelowOne:
      return from_zero && *number < 1 ? "" : "a number from 0 to below 1";
    case ValueKind::kText:
      return text != nullptr && !text->empty() && text->find('\0') == std::string::npos ? "" : "a text";
  }
  return "";
}

const base::Scalar* value_of(const FreeTable& table, std::string_view key) {
  const auto found = std::ranges::find_if(table, [&](const auto& entry) { return entry.first == key; });
  return found == table.end() ? nullptr : &found->second;
}

std::string key_in_file(std::string_view key) { return std::string(key.substr(0, key.find('.'))); }

/// A sentence for a word that is none of the list.
std::string not_one_of(std::string_view what, const base::Scalar& value, std::span<const std::string_view> words) {
  const std::string shown = base::to_printable(base::to_text(value));
  const std::vector<std::string> names(words.begin(), words.end());
  return fmt::format("`{}` must be {}, not {}{}", what, fmt::join(names, ", "), shown,
                     base::did_you_mean(shown, names));
}

/// `name` and the options that go with it.
std::vector<TableMistake> named_table_mistakes(const FreeTable& table, std::span<const std::string_view> names,
                                               std::span<const Option> options) {
  const base::Scalar* name = value_of(table, "name");
  if (name == nullptr) {
    return {{"", fmt::format("needs `name`: {}", fmt::join(names, ", "))}};
  }
  const auto* text = std::get_if<std::string>(name);
  if (text == nullptr || std::ranges::find(names, *text) == names.end()) {
    return {{"name", not_one_of("name", *name, names)}};
  }
  std::vector<TableMistake> mistakes;
  std::vector<std::string> allowed;
  for (const Option& option : options) {
    if ((option.owner.empty() || option.owner == *text) &&
        (allowed.empty() || allowed.back() != key_in_file(option.key))) {
      allowed.push_back(key_in_file(option.key));
    }
  }
  for (const auto& [key, value] : table) {
    const auto is_it = [&, written = std::string_view(key)](const Option& option) {
      return option.key == written && (option.owner.empty() || option.owner == *text);
    };
    const auto option = std::ranges::find_if(options, is_it);
    const std::string in_file = key_in_file(key);
    const bool of_list = in_file == "betas" && std::ranges::find(allowed, in_file) != allowed.end();
    if (key == "name") {
      continue;
    }
    if (of_list && (option == options.end() || value_of(table, "betas.1") == nullptr)) {
      mistakes.push_back({in_file, "`betas` is a list of two numbers"});
    } else if (option == options.end()) {
      const std::string shown = base::to_printable(in_file);
      mistakes.push_back(
          {in_file, fmt::format("{} has no option `{}`{} (it has {})", *text, shown, base::did_you_mean(shown, allowed),
                                allowed.empty() ? "none" : fmt::format("{}", fmt::join(allowed, ", ")))});
    } else if (const std::string_view expected = expected_of(option->kind, value); !expected.empty()) {
      mistakes.push_back(
          {in_file, fmt::format("`{}` must be {}, not {}", key, expected, base::to_printable(base::to_text(value)))});
    }
  }
  // The entries of a list are told together.
  mistakes.erase(std::unique(mistakes.begin(), mistakes.end()), mistakes.end());
  return mistakes;
}

bool is_zero(const base::Scalar* value) { return value == nullptr || number_of(*value).value_or(0) == 0; }

}  // namespace

std::vector<TableMistake> loss_mistakes(const FreeTable& loss) {
  return named_table_mistakes(loss, kLosses, kLossOptions);
}

std::vector<TableMistake> optimizer_mistakes(const FreeTable& optimizer) {
  std::vector<TableMistake> mistakes = named_table_mistakes(optimizer, kOptimizers, kOptimizerOptions);
  const base::Scalar* name = value_of(optimizer, "name");
  if (!mistakes.empty() || *name != base::Scalar(std::string("sgd"))) {
    return mistakes;
  }
  if (value_of(optimizer, "lr") == nullptr) {
    mistakes.push_back({"", "needs `lr`: sgd has no rate of its own; write { name = \"sgd\", lr = 0.1 }"});
  }
  const base::Scalar* nesterov = value_of(optimizer, "nesterov");
  if (nesterov != nullptr && *nesterov == base::Scalar(true) &&
      (is_zero(value_of(optimizer, "momentum")) || !is_zero(value_of(optimizer, "dampening")))) {
    mistakes.push_back({"nesterov", "`nesterov` needs a `momentum` above 0 and no `dampening`"});
  }
  return mistakes;
}

std::vector<TableMistake> data_mistakes(const FreeTable& data) {
  std::vector<TableMistake> mistakes;
  std::vector<std::string> allowed;
  for (const Option& option : kDataOptions) {
    allowed.emplace_back(option.key);
  }
  for (const auto& [key, value] : data) {
    const auto is_it = [written = std::string_view(key)](const Option& option) { return option.key == written; };
    const auto option = std::ranges::find_if(kDataOptions, is_it);
    if (option == kDataOptions.end()) {
      const std::string shown = base::to_printable(key);
      mistakes.push_back({key, fmt::format("unknown key `{}`{} (known are {})", shown,
                                           base::did_you_mean(shown, allowed), fmt::join(allowed, ", "))});
    } else if (const std::string_view expected = expected_of(option->kind, value); !expected.empty()) {
      mistakes.push_back(
          {key, fmt::format("`{}` must be {}, not {}", key, expected, base::to_printable(base::to_text(value)))});
    } else if (const std::span<const std::string_view> words = key == "dtype"
                                                                   ? std::span<const std::string_view>(kTypes)
                                                                   : std::span<const std::string_view>(kLayouts);
               (key == "dtype" || key == "layout") &&
               std::ranges::find(words, std::get<std::string>(value)) == words.end()) {
      mistakes.push_back({key, not_one_of(key, value, words)});
    }
  }
  if (value_of(data, "data") == nullptr) {
    mistakes.push_back({"", "needs `data`: a name under [data], or a file"});
  }
  if (const base::Scalar* type = value_of(data, "dtype");
      type != nullptr && *type == base::Scalar(std::string("int64")) && value_of(data, "scale") != nullptr) {
    mistakes.push_back({"scale", "`scale` makes no whole numbers: leave it out, or `dtype = \"int64\"`"});
  }
  return mistakes;
}

}  // namespace assay::suite
