#pragma once

#include <assay/expect/detail/further_pass.hpp>
#include <assay/expect/detail/number_sample.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// Reads the check's own dataset once more, to say which of its elements are none of the known classes.
template <class T>
void point_to_new_classes(const FurtherPass& pass, std::vector<T> known, base::Failure& failure) {
  const std::unique_ptr<Scan> scan = pass.planner.further_scan(pass.question.key);
  const std::size_t filter = scan->filter(filter_of(*pass.question.expectation));
  const auto& counter =
      scan->metric(filter, std::make_unique<ElementCounter<T, Member<T>>>(Member<T>(std::move(known), true)));
  pass.planner.run(*scan);
  if (scan->trouble(filter)) return;
  failure.offenders = counter.state().first;
  failure.truncated = counter.state().elements > failure.offenders.size();
}

/// The values of a sample that an element of type `T` can have.
template <class T>
[[nodiscard]] std::vector<T> values_of(const NumberSample& sample) {
  std::vector<T> values;
  const auto stream = sample.open();
  for (CountedNumber entry; stream->next(entry);) {
    const auto value = literal_value<T>(entry.value, FloatFormat::kDouble);
    if (value && base::compare(to_number(*value), entry.value) == base::Order::kEqual) values.push_back(*value);
  }
  return values;
}

}  // namespace assay::expect::detail
