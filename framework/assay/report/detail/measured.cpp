#include <assay/base/byte_size.hpp>
#include <assay/base/utf8.hpp>
#include <assay/report/detail/measured.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

namespace assay::report::detail {
namespace {

using base::Measurement;

constexpr std::size_t kMostItems = 10;
constexpr double kLargestPlain = 1e15;

std::string rounded(double value) {
  if (value == std::trunc(value) && std::abs(value) < kLargestPlain) {
    return fmt::format("{:.0f}", value);
  }
  return fmt::format("{:.4g}", value);
}

std::string value_text(const Measurement& measurement) {
  return std::visit(
      [&measurement](const auto& value) -> std::string {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, double>) {
          if (measurement.unit == "bytes" && value >= 0 && value < 0x1p63) {
            return base::byte_size_text(static_cast<std::uint64_t>(value));
          }
          return std::isfinite(value) ? rounded(value) : base::to_text(base::Scalar{value});
        } else if constexpr (std::is_same_v<Value, std::int64_t> || std::is_same_v<Value, std::uint64_t>) {
          if (measurement.unit == "bytes" && std::cmp_greater_equal(value, 0)) {
            return base::byte_size_text(static_cast<std::uint64_t>(value));
          }
          return std::to_string(value);
        } else {
          return base::to_printable(base::to_text(base::Scalar{value}));
        }
      },
      measurement.value);
}

std::string item_text(std::string_view label, const Measurement& measurement) {
  constexpr std::array<std::string_view, 4> kSilentUnits{"", "bytes", "count", "ratio"};
  const bool silent = std::ranges::find(kSilentUnits, measurement.unit) != kSilentUnits.end();
  return fmt::format("{} {}{}{}", base::to_printable(label), value_text(measurement), silent ? "" : " ",
                     silent ? "" : base::to_printable(measurement.unit));
}

const Measurement* find(const run::CaseRecord& record, std::string_view name) {
  const auto among = [name](const std::vector<Measurement>& metrics) -> const Measurement* {
    const auto found = std::ranges::find(metrics, name, &Measurement::name);
    return found == metrics.end() ? nullptr : &*found;
  };
  if (const Measurement* found = among(record.measurements); found != nullptr) {
    return found;
  }
  for (const base::CheckResult& check : record.checks) {
    if (const Measurement* found = among(check.metrics); found != nullptr) {
      return found;
    }
  }
  return nullptr;
}

/// `[60000, 28, 28]` as people say it.
std::string shape_text(const Measurement& shape) {
  std::string text = base::to_printable(base::to_text(shape.value));
  if (text.size() > 2 && text.starts_with('[') && text.ends_with(']')) {
    text = text.substr(1, text.size() - 2);
  }
  for (std::size_t comma = text.find(", "); comma != std::string::npos; comma = text.find(", ")) {
    text.replace(comma, 2, " x ");
  }
  return text;
}

/// Shape and type in one item, or the rows alone when nothing tells the shape.
std::string extent_text(const run::CaseRecord& record) {
  const Measurement* shape = find(record, "shape");
  const Measurement* dtype = find(record, "dtype");
  const Measurement* rows = find(record, "rows");
  std::string text;
  if (shape != nullptr) {
    text = shape_text(*shape);
  } else if (rows != nullptr) {
    const std::string count = value_text(*rows);
    text = count + (count == "1" ? " row" : " rows");
  }
  if (dtype != nullptr) {
    text += (text.empty() ? "" : " ") + base::to_printable(base::to_text(dtype->value));
  }
  return text;
}

/// A check's own number is named as the check, or as its key where the check names a column too: `mean` of `age.mean`.
bool is_own_number(const base::CheckResult& check, const Measurement& metric) {
  return metric.name == check.check || check.check.ends_with("." + metric.name);
}

/// Least and most of the numbers that a check has for several classes, `class_share.shirt` and so on.
std::optional<std::string> range_text(const base::CheckResult& check) {
  const Measurement* least = nullptr;
  const Measurement* most = nullptr;
  for (const Measurement& metric : check.metrics) {
    const auto* number = std::get_if<double>(&metric.value);
    // Numbers with a direction, as the distances of `drift`, are no parts of one whole.
    if (number == nullptr || !metric.direction.empty() || !metric.name.starts_with(check.check + ".")) {
      continue;
    }
    if (least == nullptr || *number < std::get<double>(least->value)) {
      least = &metric;
    }
    if (most == nullptr || *number > std::get<double>(most->value)) {
      most = &metric;
    }
  }
  if (least == nullptr) {
    return std::nullopt;
  }
  return fmt::format("{} {} to {}", base::to_printable(check.check), value_text(*least), value_text(*most));
}

bool tells_extent(std::string_view name) noexcept {
  return name == "shape" || name == "dtype" || name == "rows" || name == "rank";
}

/// The largest of a count that every check repeats.
std::uint64_t largest(const run::CaseRecord& record, std::string_view name) {
  std::uint64_t most = 0;
  for (const base::CheckResult& check : record.checks) {
    for (const Measurement& metric : check.metrics) {
      if (metric.name != name) {
        continue;
      }
      if (const auto* count = std::get_if<std::uint64_t>(&metric.value); count != nullptr) {
        most = std::max(most, *count);
      } else if (const auto* integer = std::get_if<std::int64_t>(&metric.value); integer != nullptr && *integer > 0) {
        most = std::max(most, static_cast<std::uint64_t>(*integer));
      }
    }
  }
  return most;
}

}  // namespace

std::vector<std::string> measured_items(const run::CaseRecord& record) {
  std::vector<std::string> items;
  if (std::string extent = extent_text(record); !extent.empty()) {
    items.push_back(std::move(extent));
  }
  for (const base::CheckResult& check : record.checks) {
    for (const Measurement& metric : check.metrics) {
      if (is_own_number(check, metric) && !tells_extent(check.check)) {
        items.push_back(item_text(check.check, metric));
      }
    }
    if (std::optional<std::string> range = range_text(check)) {
      items.push_back(*std::move(range));
    }
  }
  // What every training costs (`@step_time` and the like) is in results.json; here it stands only for want of more.
  const bool only_costs = items.empty();
  for (const Measurement& metric : record.measurements) {
    if (!tells_extent(metric.name) && (only_costs || !metric.name.starts_with('@'))) {
      items.push_back(item_text(metric.name, metric));
    }
  }
  for (const std::string_view name : {"missing", "unwritten"}) {
    if (const std::uint64_t count = largest(record, name); count > 0) {
      items.push_back(fmt::format("{} {}", count, name));
    }
  }
  if (items.size() > kMostItems) {
    const std::size_t more = items.size() - (kMostItems - 1);
    items.resize(kMostItems - 1);
    items.push_back(fmt::format("{} more", more));
  }
  return items;
}

}  // namespace assay::report::detail
