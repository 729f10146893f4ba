#include <assay/expect/detail/aggregate_values.hpp>
#include <assay/expect/detail/axis_metric.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::expect::detail {

namespace {

/// A position's sums alone take up to a kilobyte.
constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 16U;

using Aggregates = std::vector<std::pair<std::string, std::vector<suite::Bound>>>;
/// Gives what the aggregates of one position are worked out from.
using SourceAt = std::function<AggregateSource(std::size_t position)>;

tl::expected<AxisLayout, Trouble> layout_of(const DataQuestion& data, const suite::AxisAggregates& asked) {
  const std::vector<std::uint64_t> shape = data.structure.shape();
  const auto rank = static_cast<std::int64_t>(shape.size());
  const std::int64_t axis = asked.axis < 0 ? asked.axis + rank : asked.axis;
  const auto mistake = [&](std::string what) {
    return tl::unexpected(Trouble{Trouble::Kind::kMistake, std::move(what)});
  };
  if (axis < 0 || axis >= rank) {
    return mistake(
        fmt::format("axis {} is none of {} with the shape {}", asked.axis, data.structure.place(), shape_text(shape)));
  }
  AxisLayout layout{.axis = static_cast<std::size_t>(axis), .extent = shape[static_cast<std::size_t>(axis)]};
  for (std::size_t i = layout.axis + 1; i < shape.size(); ++i) layout.stride *= shape[i];
  for (const auto& [key, bounds] : asked.aggregates) {
    if (bounds.size() == 1 || bounds.size() == layout.extent) continue;
    return mistake(fmt::format("axis {} of {} has {} and {} lists {}", asked.axis, data.structure.place(),
                               count_text(layout.extent, "position"), key, count_text(bounds.size(), "range")));
  }
  if (layout.extent > kMostPositions) {
    return tl::unexpected(Trouble{Trouble::Kind::kTooLarge,
                                  fmt::format("axis {} of {} has {} positions, more than the {} that Assay takes{}",
                                              asked.axis, data.structure.place(), layout.extent, kMostPositions,
                                              axis == 0 ? "; row_mean and the like judge each row" : "")});
  }
  return layout;
}

template <class T, class Inner, class Make>
const AxisMetric<T, Inner>& axis_metric(const DataQuestion& data, const AxisLayout& layout, Make&& make) {
  return data.scan.metric(data.filter, std::make_unique<AxisMetric<T, Inner>>(layout, std::forward<Make>(make)));
}

/// Asks for what the aggregates need, each once.
template <class T>
SourceAt sources(const DataQuestion& data, const AxisLayout& layout, const Aggregates& asked) {
  bool moments = false;
  bool order = false;
  bool zeros = false;
  for (const auto& [key, bounds] : asked) {
    moments = moments || needs_moments(key);
    order = order || needs_order(key);
    zeros = zeros || key == "zero_share";
  }
  // Extremes are cheap, and bring the counts of every position.
  const auto& extremes =
      axis_metric<T, Extremes<T>>(data, layout, [zeros] { return std::make_unique<Extremes<T>>(zeros); });
  const AxisMetric<T, Moments<T>>* sums = nullptr;
  const AxisMetric<T, SortedValues<T>>* values = nullptr;
  if (moments) {
    sums = &axis_metric<T, Moments<T>>(data, layout, [] { return std::make_unique<Moments<T>>(true); });
  }
  if (order) {
    values = &axis_metric<T, SortedValues<T>>(data, layout, [] {
      auto sorted = std::make_unique<SortedValues<T>>();
      sorted->want(0.5);
      sorted->want_distinct();
      return sorted;
    });
  }
  return [&extremes, sums, values](std::size_t position) {
    const PositionCounts& counts = extremes.counts_at(position);
    return AggregateSource{.extremes = &extremes.at(position),
                           .moments = sums == nullptr ? nullptr : &sums->at(position),
                           .order = values == nullptr ? nullptr : &values->at(position),
                           .elements = counts.elements,
                           .missing = counts.missing};
  };
}

void finish_axis(const Question& question, const Structure& structure, const AxisLayout& layout, const SourceAt& at,
                 std::uint64_t total, base::CheckResult& result) {
  const auto& asked = std::get<suite::AxisAggregates>(question.check->argument);
  std::uint64_t outside = 0;
  result.verdict = base::Verdict::kPassed;
  for (const auto& [key, bounds] : asked.aggregates) {
    for (std::uint64_t position = 0; position < layout.extent; ++position) {
      const AggregateSource source = at(static_cast<std::size_t>(position));
      if (source.elements == 0) continue;  // a row that the condition leaves out
      const suite::Bound& bound = bounds.size() == 1 ? bounds.front() : bounds[static_cast<std::size_t>(position)];
      const std::string place = fmt::format("{} at position {} of axis {}", structure.place(), position, layout.axis);
      Aggregate aggregate{.name = key, .unit = "", .undefined = "all of them are missing"};
      std::uint64_t nans = 0;
      if (source.present() > 0 || key == "missing_share") {
        aggregate = aggregate_of(key, source);
        nans = nans_against(key, source);
      }
      auto failure =
          aggregate_failure(aggregate, bound, place, nans, key == "missing_share" ? source.elements : source.present());
      if (!failure) continue;
      ++outside;
      if (result.failures.size() < base::kMostOffenders) fail(result, std::move(*failure));
    }
  }
  add_count(result, "unexpected", outside);
  add_count(result, "total", total);
  if (outside > 1) result.reason += fmt::format(" ({} in all are outside)", outside);
}

tl::expected<Finish, Trouble> prepare_axis(const DataQuestion& data) {
  if (!is_number(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "numbers"));
  const auto& asked = std::get<suite::AxisAggregates>(data.question.check->argument);
  const auto layout = layout_of(data, asked);
  if (!layout) return tl::unexpected(layout.error());
  SourceAt at;
  if (layout->extent > 0) {
    at = with_number_type(data.structure.type,
                          [&]<class T>(std::type_identity<T>) { return sources<T>(data, *layout, asked.aggregates); });
  }
  return [&question = data.question, &structure = data.structure, layout = *layout, at = std::move(at)](
             const FilterCounts& counts, base::CheckResult& result) {
    finish_axis(question, structure, layout, at, counts.present(), result);
  };
}

}  // namespace

Judge plan_axis(const Question& question, Planner& planner) {
  const auto& asked = std::get<suite::AxisAggregates>(question.check->argument).aggregates;
  const bool needs_values =
      std::none_of(asked.begin(), asked.end(), [](const auto& each) { return each.first == "missing_share"; });
  return plan_data_check(question, planner, prepare_axis,
                         needs_values ? Emptiness::kNothingPresent : Emptiness::kNothingKept);
}

}  // namespace assay::expect::detail
