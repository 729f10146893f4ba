#pragma once

#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/element_check.hpp>
#include <assay/expect/detail/element_tests.hpp>
#include <assay/expect/detail/extremes.hpp>

#include <memory>
#include <utility>

namespace assay::expect::detail {

/// What a further pass over the check's own dataset needs.
struct FurtherPass {
  const Question& question;
  const Structure& structure;
  Planner& planner;
};

/// Judges which elements lie outside a bound that only the first pass could tell. Healthy data, whose extremes lie
/// inside, need no more; else the dataset is read once more to count the elements outside and to say where they are.
/// @param seen of the same elements, without NaN unless these are to be counted as outside.
template <class T>
void finish_outside(const FurtherPass& pass, const Wording& wording, const suite::Bound& bound,
                    const ExtremeValues& seen, const FilterCounts& counts, base::CheckResult& result) {
  const bool inside = seen.nans == 0 && bound.contains(seen.smallest) && bound.contains(seen.largest);
  if (inside) {
    finish_elements(pass.question, pass.structure, wording, {}, counts, result);
    return;
  }
  const std::unique_ptr<Scan> scan = pass.planner.further_scan(sampled_key(pass.question));
  const std::size_t filter = scan->filter(filter_of(*pass.question.expectation));
  const auto& counter = scan->metric(filter, std::make_unique<ElementCounter<T, Inside<T>>>(Inside<T>(bound)));
  pass.planner.run(*scan);
  if (const auto trouble = scan->trouble(filter)) {
    apply(*trouble, result);
    return;
  }
  finish_elements(pass.question, pass.structure, wording, counter.state(), counts, result);
}

}  // namespace assay::expect::detail
