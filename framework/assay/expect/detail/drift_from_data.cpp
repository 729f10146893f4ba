#include <assay/expect/detail/class_counts.hpp>
#include <assay/expect/detail/drift_limits.hpp>
#include <assay/expect/detail/drift_reference.hpp>
#include <assay/expect/detail/kept_values.hpp>
#include <assay/expect/detail/new_class_rows.hpp>
#include <assay/expect/detail/other_dataset.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace assay::expect::detail {

namespace {

/// The pass over the reference, under the case's missing rule and without its condition.
struct ReferencePass {
  Scan* scan = nullptr;
  std::size_t filter = 0;
};

TextCounts sorted(const ClassTotals<std::string>& totals) {
  TextCounts counts;
  counts.reserve(totals.counts.size());
  for (const auto& [text, times] : totals.counts) counts.push_back({text, times});
  std::sort(counts.begin(), counts.end(),
            [](const CountedText& left, const CountedText& right) { return left.text < right.text; });
  return counts;
}

void compare_texts(const DataQuestion& data, const ReferencePass& pass, DriftReference& reference) {
  const auto& own = data.scan.metric(data.filter, std::make_unique<ClassCounts<std::string>>());
  const auto& other = pass.scan->metric(pass.filter, std::make_unique<ClassCounts<std::string>>());
  reference.measure = [&own, &other]() -> std::optional<DriftMeasures> {
    if (own.state().too_many || other.state().too_many) return std::nullopt;
    return measure_drift(sorted(other.state()), sorted(own.state()));
  };
  reference.point = [&other](const FurtherPass& further, base::Failure& failure) {
    std::vector<std::string> known;
    known.reserve(other.state().counts.size());
    for (const auto& [text, times] : other.state().counts) known.push_back(text);
    point_to_new_classes(further, std::move(known), failure);
  };
}

const NumberSample& sample_of(Scan& scan, std::size_t filter) {
  return with_number_type(scan.structure().type, [&]<class T>(std::type_identity<T>) -> const NumberSample& {
    return scan.metric(filter, std::make_unique<KeptValues<T>>());
  });
}

void compare_numbers(const DataQuestion& data, const ReferencePass& pass, DriftReference& reference) {
  const NumberSample& own = sample_of(data.scan, data.filter);
  const NumberSample& other = sample_of(*pass.scan, pass.filter);
  reference.measure = [&own, &other, kind = number_kind(pass.scan->structure().type)] {
    return measure_drift(other, own, kind);
  };
  reference.point = [&other](const FurtherPass& further, base::Failure& failure) {
    with_number_type(further.structure.type, [&]<class T>(std::type_identity<T>) {
      point_to_new_classes(further, values_of<T>(other), failure);
    });
  };
}

}  // namespace

tl::expected<DriftReference, Trouble> data_reference(const DataQuestion& data, const DatasetKey& key,
                                                     Planner& planner) {
  const auto& other = planner.structure(key);
  if (!other) return tl::unexpected(other.error());
  if (const auto obstacle = other->obstacle()) return tl::unexpected(*obstacle);
  if (const auto trouble = incomparable(data, other->type, other->place())) return tl::unexpected(*trouble);
  ReferencePass pass{&planner.scan(key), 0};
  pass.filter = pass.scan->filter({std::nullopt, data.question.expectation->missing});
  DriftReference reference;
  reference.place = other->place();
  reference.trouble = [pass] {
    auto trouble = pass.scan->trouble(pass.filter);
    if (!trouble) {
      trouble = valueless_trouble(pass.scan->structure(), pass.scan->filter_at(pass.filter).counts.valueless);
    }
    return trouble;
  };
  reference.emptiness = [&question = data.question, pass] {
    const FilterCounts& counts = pass.scan->filter_at(pass.filter).counts;
    return counts.present() > 0 ? std::string() : emptiness_text(question, pass.scan->structure(), counts);
  };
  if (is_text(data.structure.type)) {
    compare_texts(data, pass, reference);
  } else {
    compare_numbers(data, pass, reference);
  }
  return reference;
}

}  // namespace assay::expect::detail
