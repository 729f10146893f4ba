#pragma once

#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/extremes.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace assay::expect::detail {

/// A number for all elements, or why there is none.
struct Aggregate {
  std::string name;  ///< as a sentence says it: `mean`
  std::string unit;  ///< of the metric
  base::Number value = std::numeric_limits<double>::quiet_NaN();
  std::string undefined;  ///< empty when there is a value
};

/// The verdict over one aggregate of `total` elements, and its metrics.
/// @param unexpected elements that leave it undefined, as NaN.
void finish_aggregate(const Question& question, const Structure& structure, const Aggregate& aggregate,
                      std::uint64_t unexpected, std::uint64_t total, base::CheckResult& result);

/// The failure of an aggregate that is outside the bound or undefined; none when it is inside.
[[nodiscard]] std::optional<base::Failure> aggregate_failure(const Aggregate& aggregate, const suite::Bound& bound,
                                                             const std::string& place, std::uint64_t unexpected,
                                                             std::uint64_t total);

/// `3 of them are NaN`; NaN that nobody declared missing makes every aggregate fail. Empty for none.
[[nodiscard]] std::string nan_text(std::uint64_t nans);

/// @param zeros whether they are counted.
template <class T>
const Extremes<T>& extremes_of(const DataQuestion& data, bool zeros = false) {
  return data.scan.metric(data.filter, std::make_unique<Extremes<T>>(zeros));
}

}  // namespace assay::expect::detail
