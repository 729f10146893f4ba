#include <assay/expect/detail/aggregate.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace assay::expect::detail {

std::optional<base::Failure> aggregate_failure(const Aggregate& aggregate, const suite::Bound& bound,
                                               const std::string& place, std::uint64_t unexpected,
                                               std::uint64_t total) {
  if (aggregate.undefined.empty() && bound.contains(aggregate.value)) return std::nullopt;
  const base::Scalar value = base::to_scalar(aggregate.value);
  const std::string subject = fmt::format("the {} of {} of {}", aggregate.name, count_text(total, "element"), place);
  base::Failure failure;
  failure.message =
      aggregate.undefined.empty()
          ? fmt::format("{} is {}; expected {}", subject, value_text(value), bound.to_text())
          : fmt::format("{} is undefined: {}; expected {}", subject, aggregate.undefined, bound.to_text());
  failure.expected = bound.to_text();
  failure.observed = value;
  failure.total = total;
  if (unexpected > 0) failure.unexpected = unexpected;
  return failure;
}

void finish_aggregate(const Question& question, const Structure& structure, const Aggregate& aggregate,
                      std::uint64_t unexpected, std::uint64_t total, base::CheckResult& result) {
  result.metrics.push_back({question.check->key, base::to_scalar(aggregate.value), aggregate.unit, ""});
  add_count(result, "unexpected", unexpected);
  add_count(result, "total", total);
  const suite::Bound* bound = std::get_if<suite::Bound>(&question.check->argument);
  if (bound == nullptr) bound = &std::get<suite::Correlation>(question.check->argument).in;
  auto failure = aggregate_failure(aggregate, *bound, structure.place(), unexpected, total);
  if (failure) {
    fail(result, std::move(*failure));
  } else {
    result.verdict = base::Verdict::kPassed;
  }
}

std::string nan_text(std::uint64_t nans) {
  if (nans == 0) return {};
  return nans == 1 ? "1 of them is NaN" : fmt::format("{} of them are NaN", nans);
}

}  // namespace assay::expect::detail
