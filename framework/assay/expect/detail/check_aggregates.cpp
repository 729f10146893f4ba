#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/extremes.hpp>
#include <assay/expect/detail/moments.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace assay::expect::detail {

namespace {

/// An aggregate: a number, or why there is none.
struct Aggregate {
  std::string name;  ///< as a sentence says it
  std::string unit;  ///< of the metric
  base::Number value = std::numeric_limits<double>::quiet_NaN();
  std::string undefined;  ///< empty when there is a value
};

void finish(const Question& question, const Structure& structure, const Aggregate& aggregate, std::uint64_t unexpected,
            std::uint64_t total, base::CheckResult& result) {
  const auto& bound = std::get<suite::Bound>(question.check->argument);
  const base::Scalar value = base::to_scalar(aggregate.value);
  result.metrics.push_back({question.check->key, value, aggregate.unit, ""});
  add_count(result, "unexpected", unexpected);
  add_count(result, "total", total);
  if (aggregate.undefined.empty() && bound.contains(aggregate.value)) {
    result.verdict = base::Verdict::kPassed;
    return;
  }
  const std::string subject =
      fmt::format("the {} of {} of {}", aggregate.name, count_text(total, "element"), structure.place());
  base::Failure failure;
  failure.message =
      aggregate.undefined.empty()
          ? fmt::format("{} is {}; expected {}", subject, value_text(value), bound.to_text())
          : fmt::format("{} is undefined: {}; expected {}", subject, aggregate.undefined, bound.to_text());
  failure.expected = bound.to_text();
  failure.observed = value;
  failure.total = total;
  if (unexpected > 0) failure.unexpected = unexpected;
  fail(result, std::move(failure));
}

/// NaN that nobody declared missing makes every aggregate fail.
std::string nan_text(std::uint64_t nans) {
  if (nans == 0) return {};
  return nans == 1 ? "1 of them is NaN" : fmt::format("{} of them are NaN", nans);
}

template <class T>
const Extremes<T>& extremes_of(const DataQuestion& data) {
  return data.scan.metric(data.filter, std::make_unique<Extremes<T>>());
}

tl::expected<Finish, Trouble> prepare_extreme(const DataQuestion& data) {
  if (!is_number(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "numbers"));
  return with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    return [&question = data.question, &structure = data.structure, &extremes = extremes_of<T>(data)](
               const FilterCounts& counts, base::CheckResult& result) {
      const ExtremeValues& seen = extremes.state();
      const bool lowest = question.check->key == "min";
      Aggregate aggregate{.name = lowest ? "minimum" : "maximum", .unit = "", .undefined = nan_text(seen.nans)};
      if (seen.nans == 0) aggregate.value = lowest ? seen.smallest : seen.largest;
      finish(question, structure, aggregate, seen.nans, counts.present(), result);
    };
  });
}

/// Sum, mean and deviation from the exact sums and what those left out.
Aggregate moment(const std::string& key, const MomentSums& sums, const ExtremeValues& seen, std::uint64_t count) {
  Aggregate aggregate{.name = key == "std" ? "standard deviation" : key, .unit = "", .undefined = nan_text(seen.nans)};
  if (!aggregate.undefined.empty()) return aggregate;
  const std::uint64_t infinities = seen.positive_infinities + seen.negative_infinities;
  if (key == "std") {
    const std::optional<double> deviation = infinities > 0 ? std::nullopt : deviation_of(sums, count);
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
    aggregate.value = key == "sum" ? sum_of(sums) : mean_of(sums, count);
  }
  return aggregate;
}

tl::expected<Finish, Trouble> prepare_moment(const DataQuestion& data) {
  if (!is_number(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "numbers"));
  // A case that asks for the deviation needs the squares anyway; its mean then costs nothing more.
  const auto& checks = data.question.expectation->checks;
  const bool squares =
      data.question.check->key == "std" ||
      std::any_of(checks.begin(), checks.end(), [](const suite::Check& each) { return each.key == "std"; });
  return with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    const MomentSource& moments = data.scan.metric(data.filter, std::make_unique<Moments<T>>(squares));
    return [&question = data.question, &structure = data.structure, &moments, &extremes = extremes_of<T>(data)](
               const FilterCounts& counts, base::CheckResult& result) {
      const ExtremeValues& seen = extremes.state();
      const Aggregate aggregate = moment(question.check->key, moments.sums(), seen, counts.present());
      finish(question, structure, aggregate, seen.nans, counts.present(), result);
    };
  });
}

double share_of(std::uint64_t part, std::uint64_t total) {
  return static_cast<double>(part) / static_cast<double>(total);
}

tl::expected<Finish, Trouble> prepare_share(const DataQuestion& data) {
  if (!is_number(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "numbers"));
  return with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    return [&question = data.question, &structure = data.structure, &extremes = extremes_of<T>(data)](
               const FilterCounts& counts, base::CheckResult& result) {
      const ExtremeValues& seen = extremes.state();
      const std::string& key = question.check->key;
      Aggregate aggregate;
      if (key == "zero_share") {
        aggregate = {.name = "share of zeros",
                     .unit = "ratio",
                     .value = share_of(seen.zeros, counts.present()),
                     .undefined = ""};
      } else {
        const bool nans = key == "nan_count";
        const std::uint64_t count = nans ? seen.nans : seen.positive_infinities + seen.negative_infinities;
        aggregate = {.name = nans ? "number of NaN" : "number of infinities",
                     .unit = "count",
                     .value = to_number(count),
                     .undefined = ""};
      }
      finish(question, structure, aggregate, 0, counts.present(), result);
    };
  });
}

tl::expected<Finish, Trouble> prepare_missing_share(const DataQuestion& data) {
  return
      [&question = data.question, &structure = data.structure](const FilterCounts& counts, base::CheckResult& result) {
        const Aggregate aggregate{.name = "share of missing values",
                                  .unit = "ratio",
                                  .value = share_of(counts.missing, counts.elements),
                                  .undefined = ""};
        finish(question, structure, aggregate, 0, counts.elements, result);
      };
}

}  // namespace

Judge plan_extreme(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_extreme);
}

Judge plan_moment(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_moment);
}

Judge plan_share(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_share);
}

Judge plan_missing_share(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_missing_share, Emptiness::kNothingKept);
}

}  // namespace assay::expect::detail
