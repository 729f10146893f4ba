#include <assay/expect/detail/aggregate.hpp>
#include <assay/expect/detail/further_pass.hpp>
#include <assay/expect/detail/literal.hpp>
#include <assay/expect/detail/moments.hpp>
#include <assay/expect/detail/sorted_values.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace assay::expect::detail {

namespace {

/// Beyond which an element is an outlier; nothing is when the values are all alike or too few.
struct OutlierLimits {
  std::optional<suite::Bound> bound;
  std::string from;       ///< `6 standard deviations from the mean 0.5`
  std::string undefined;  ///< why there are none
};

using FindLimits = std::function<OutlierLimits(const ExtremeValues& seen, std::uint64_t count)>;

suite::Bound around(double low, double high, double reach) {
  suite::Bound bound;
  bound.low = low - reach;
  bound.high = high + reach;
  return bound;
}

OutlierLimits deviation_limits(double z, const MomentSums& sums, const ExtremeValues& seen, std::uint64_t count) {
  OutlierLimits limits;
  const std::uint64_t infinities = seen.positive_infinities + seen.negative_infinities;
  if (infinities > 0) {
    limits.undefined = fmt::format("{} of them {} infinite", infinities, infinities == 1 ? "is" : "are");
    return limits;
  }
  const std::optional<double> deviation = deviation_of(sums, count);
  if (!deviation || *deviation == 0) return limits;
  const double mean = to_double(mean_of(sums, count));
  limits.bound = around(mean, mean, z * *deviation);
  limits.from = fmt::format("{} standard deviations from the mean {}", z, mean);
  return limits;
}

OutlierLimits quartile_limits(double factor, const ValueOrder& values) {
  OutlierLimits limits;
  const auto first = values.quantile(0.25);
  const auto third = values.quantile(0.75);
  const double low = first ? to_double(*first) : -std::numeric_limits<double>::infinity();
  const double high = third ? to_double(*third) : std::numeric_limits<double>::infinity();
  if (!std::isfinite(low) || !std::isfinite(high)) {
    limits.undefined = "a quartile is infinite";
    return limits;
  }
  limits.bound = around(low, high, factor * (high - low));
  limits.from = fmt::format("{} interquartile ranges from the quartiles {} and {}", factor, low, high);
  return limits;
}

template <class T>
FindLimits limits_for(const DataQuestion& data) {
  const auto& rule = std::get<suite::OutlierRule>(data.question.check->argument);
  if (rule.z) {
    const MomentSource& moments = data.scan.metric(data.filter, std::make_unique<Moments<T>>(true));
    return [z = *rule.z, &moments](const ExtremeValues& seen, std::uint64_t count) {
      return deviation_limits(z, moments.sums(), seen, count);
    };
  }
  const ValueOrder& values = data.scan.metric(data.filter, std::make_unique<SortedValues<T>>());
  values.want(0.25);
  values.want(0.75);
  return [factor = *rule.iqr, &values](const ExtremeValues&, std::uint64_t) { return quartile_limits(factor, values); };
}

tl::expected<Finish, Trouble> prepare_outliers(const DataQuestion& data, Planner& planner) {
  if (!is_number(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "numbers"));
  return with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    return [&question = data.question, &structure = data.structure, &planner, &extremes = extremes_of<T>(data),
            find = limits_for<T>(data)](const FilterCounts& counts, base::CheckResult& result) {
      const ExtremeValues& seen = extremes.state();
      OutlierLimits limits;
      limits.undefined = nan_text(seen.nans);
      if (seen.nans == 0) limits = find(seen, counts.present());
      if (!limits.undefined.empty()) {
        add_count(result, "unexpected", seen.nans);
        add_count(result, "total", counts.present());
        base::Failure failure;
        failure.message = fmt::format("which of {} of {} are outliers is undefined: {}",
                                      count_text(counts.present(), "element"), structure.place(), limits.undefined);
        if (seen.nans > 0) failure.unexpected = seen.nans;
        failure.total = counts.present();
        return fail(result, std::move(failure));
      }
      const suite::Bound everything;
      const Wording wording{"is more than " + limits.from, "are more than " + limits.from, "within " + limits.from};
      finish_outside<T>({question, structure, planner}, wording, limits.bound.value_or(everything), seen, counts,
                        result);
    };
  });
}

}  // namespace

Judge plan_outliers(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, [&](const DataQuestion& data) { return prepare_outliers(data, planner); });
}

}  // namespace assay::expect::detail
