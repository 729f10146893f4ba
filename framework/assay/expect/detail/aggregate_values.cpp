#include <assay/expect/detail/aggregate_values.hpp>

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string>

namespace assay::expect::detail {

namespace {

bool is_moment(std::string_view key) noexcept { return key == "mean" || key == "std" || key == "sum"; }

double share_of(std::uint64_t part, std::uint64_t total) {
  return static_cast<double>(part) / static_cast<double>(total);
}

/// Sum, mean and deviation from the exact sums and what those left out.
void set_moment(std::string_view key, const AggregateSource& source, Aggregate& aggregate) {
  const ExtremeValues& seen = source.extremes->extremes();
  const std::uint64_t infinities = seen.positive_infinities + seen.negative_infinities;
  if (key == "std") {
    const std::optional<double> deviation =
        infinities > 0 ? std::nullopt : deviation_of(source.moments->sums(), source.present());
    if (deviation) {
      aggregate.value = *deviation;
    } else if (infinities > 0) {
      aggregate.undefined = fmt::format("{} of them {} infinite", infinities, infinities == 1 ? "is" : "are");
    } else {
      aggregate.undefined = "it needs two elements (n - 1)";
    }
  } else if (seen.positive_infinities > 0 && seen.negative_infinities > 0) {
    aggregate.undefined = "infinities of both signs are among them";
  } else if (infinities > 0) {
    const double infinity = std::numeric_limits<double>::infinity();
    aggregate.value = seen.positive_infinities > 0 ? infinity : -infinity;
  } else {
    const MomentSums sums = source.moments->sums();
    aggregate.value = key == "sum" ? sum_of(sums) : mean_of(sums, source.present());
  }
}

/// How a sentence calls it.
std::string name_of(std::string_view key) {
  if (key == "min") return "minimum";
  if (key == "max") return "maximum";
  if (key == "std") return "standard deviation";
  if (key == "zero_share") return "share of zeros";
  if (key == "missing_share") return "share of missing values";
  if (key == "nan_count") return "number of NaN";
  if (key == "inf_count") return "number of infinities";
  if (key == "distinct") return "number of different values";
  if (key == "distinct_share") return "share of different values";
  return std::string(key);
}

std::string unit_of(std::string_view key) {
  if (key.ends_with("_share")) return "ratio";
  return key.ends_with("_count") || key == "distinct" ? "count" : "";
}

}  // namespace

bool needs_moments(std::string_view key) noexcept { return is_moment(key); }

bool needs_order(std::string_view key) noexcept { return key == "median" || key.starts_with("distinct"); }

bool needs_extremes(std::string_view key) noexcept { return !key.starts_with("distinct") && key != "missing_share"; }

std::uint64_t nans_against(std::string_view key, const AggregateSource& source) noexcept {
  const bool undefined = is_moment(key) || key == "min" || key == "max" || key == "median";
  return undefined ? source.extremes->extremes().nans : 0;
}

Aggregate aggregate_of(std::string_view key, const AggregateSource& source) {
  const std::uint64_t nans = nans_against(key, source);
  if (key == "median") return quantile_of(0.5, *source.order, nans);
  Aggregate aggregate{.name = name_of(key), .unit = unit_of(key), .undefined = nan_text(nans)};
  if (nans > 0) return aggregate;
  if (is_moment(key)) {
    set_moment(key, source, aggregate);
  } else if (key == "missing_share") {
    aggregate.value = share_of(source.missing, source.elements);
  } else if (key == "distinct") {
    aggregate.value = to_number(source.order->distinct());
  } else if (key == "distinct_share") {
    aggregate.value = share_of(source.order->distinct(), source.present());
  } else {
    const ExtremeValues& seen = source.extremes->extremes();
    if (key == "min") aggregate.value = seen.smallest;
    if (key == "max") aggregate.value = seen.largest;
    if (key == "zero_share") aggregate.value = share_of(seen.zeros, source.present());
    if (key == "nan_count") aggregate.value = to_number(seen.nans);
    if (key == "inf_count") aggregate.value = to_number(seen.positive_infinities + seen.negative_infinities);
  }
  return aggregate;
}

Aggregate quantile_of(double probability, const ValueOrder& order, std::uint64_t nans) {
  Aggregate aggregate{.name = probability == 0.5 ? "median" : fmt::format("{} quantile", probability),
                      .unit = "",
                      .undefined = nan_text(nans)};
  if (nans > 0) return aggregate;
  if (const auto value = order.quantile(probability)) {
    aggregate.value = *value;
  } else {
    aggregate.undefined = "it lies between infinities of both signs";
  }
  return aggregate;
}

}  // namespace assay::expect::detail
