#include <assay/expect/detail/aggregate_values.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

namespace assay::expect::detail {

namespace {

/// Asks for what the aggregate is worked out from.
template <class T>
AggregateSource source_of(const DataQuestion& data) {
  const std::string& key = data.question.check->key;
  AggregateSource source;
  if constexpr (!kIsText<T>) {
    if (needs_extremes(key)) source.extremes = &extremes_of<T>(data, key == "zero_share");
    if (needs_moments(key)) {
      source.moments = &data.scan.metric(data.filter, std::make_unique<Moments<T>>(key == "std"));
    }
  }
  if (needs_order(key)) {
    const auto& order = data.scan.metric(data.filter, std::make_unique<SortedValues<T>>());
    if (key == "median") {
      order.want(0.5);
    } else {
      order.want_distinct();
    }
    source.order = &order;
  }
  return source;
}

Finish finish_with(const DataQuestion& data, AggregateSource source) {
  return [&question = data.question, &structure = data.structure, source](const FilterCounts& counts,
                                                                          base::CheckResult& result) mutable {
    const std::string& key = question.check->key;
    source.elements = counts.elements;
    source.missing = counts.missing;
    finish_aggregate(question, structure, aggregate_of(key, source), nans_against(key, source),
                     key == "missing_share" ? counts.elements : counts.present(), result);
  };
}

tl::expected<Finish, Trouble> prepare_aggregate(const DataQuestion& data) {
  const bool text = is_text(data.structure.type) && data.question.check->key.starts_with("distinct");
  if (!is_number(data.structure.type) && !text) {
    const bool either = data.question.check->key.starts_with("distinct");
    return tl::unexpected(wrong_type(data.question, data.structure, either ? "numbers or text" : "numbers"));
  }
  return with_element_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    return finish_with(data, source_of<T>(data));
  });
}

tl::expected<Finish, Trouble> prepare_quantiles(const DataQuestion& data) {
  if (!is_number(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "numbers"));
  return with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    const auto& values = data.scan.metric(data.filter, std::make_unique<SortedValues<T>>());
    const auto& quantiles = std::get<suite::Quantiles>(data.question.check->argument).values;
    for (const auto& [probability, bound] : quantiles) values.want(probability);
    return [&quantiles, &structure = data.structure, &values](const FilterCounts& counts, base::CheckResult& result) {
      const std::uint64_t nans = values.state().nans;
      result.verdict = base::Verdict::kPassed;
      for (const auto& [probability, bound] : quantiles) {
        const Aggregate aggregate = quantile_of(probability, values, nans);
        result.metrics.push_back(
            {fmt::format("quantile.{}", probability), base::to_scalar(aggregate.value), aggregate.unit, ""});
        auto failure = aggregate_failure(aggregate, bound, structure.place(), nans, counts.present());
        if (failure && result.failures.size() < base::kMostOffenders) fail(result, std::move(*failure));
      }
      add_count(result, "unexpected", nans);
      add_count(result, "total", counts.present());
    };
  });
}

}  // namespace

Judge plan_aggregate(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_aggregate);
}

Judge plan_missing_share(const Question& question, Planner& planner) {
  return plan_data_check(
      question, planner,
      [](const DataQuestion& data) -> tl::expected<Finish, Trouble> { return finish_with(data, {}); },
      Emptiness::kNothingKept);
}

Judge plan_quantile(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_quantiles);
}

}  // namespace assay::expect::detail
