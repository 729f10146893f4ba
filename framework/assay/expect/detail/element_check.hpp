#pragma once

#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/element_counter.hpp>

#include <memory>
#include <string>
#include <utility>

namespace assay::expect::detail {

/// How a broken element or row is spoken of, one and many, and what was expected of it.
struct Wording {
  std::string is;
  std::string are;
  std::string expected;
};

/// The verdict over counted elements, or over the rows that hold one, as the check's `unit` says.
void finish_elements(const Question& question, const Structure& structure, const Wording& wording,
                     const BrokenElements& broken, const FilterCounts& counts, base::CheckResult& result);

/// The verdict over rows that are judged as wholes, whatever the unit.
void finish_whole_rows(const Question& question, const Structure& structure, const Wording& wording,
                       const BrokenElements& broken, const FilterCounts& counts, base::CheckResult& result);

/// Counts the elements for which the test is false.
template <class T, class Test>
Finish count_broken(const DataQuestion& data, Wording wording, Test test) {
  const auto& counter = data.scan.metric(data.filter, std::make_unique<ElementCounter<T, Test>>(std::move(test)));
  return [&question = data.question, &structure = data.structure, wording = std::move(wording), &counter](
             const FilterCounts& counts, base::CheckResult& result) {
    finish_elements(question, structure, wording, counter.state(), counts, result);
  };
}

}  // namespace assay::expect::detail
