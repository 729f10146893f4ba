#include <assay/expect/detail/class_counts.hpp>
#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/drift_limits.hpp>
#include <assay/expect/detail/kept_values.hpp>
#include <assay/expect/detail/new_class_rows.hpp>
#include <assay/expect/detail/other_dataset.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace assay::expect::detail {

namespace {

/// The other data of the check, under the case's missing rule and without its condition.
struct Reference {
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

Trouble too_many_classes(const DriftPlaces& places) {
  return {Trouble::Kind::kTooLarge,
          fmt::format("{} and {} hold more different values than drift compares as classes ({} texts a side, or {} "
                      "numbers)",
                      places.sample, places.reference, ClassTotals<std::string>::kMostClasses, kMostDriftClasses)};
}

/// What is done once the passes have run.
struct Comparison {
  std::function<std::optional<DriftMeasures>()> measure;                       ///< none: there are too many classes
  std::function<void(const FurtherPass& pass, base::Failure& failure)> point;  ///< to the elements of new classes
};

Comparison compare_texts(const DataQuestion& data, const Reference& reference) {
  const auto& own = data.scan.metric(data.filter, std::make_unique<ClassCounts<std::string>>());
  const auto& other = reference.scan->metric(reference.filter, std::make_unique<ClassCounts<std::string>>());
  Comparison comparison;
  comparison.measure = [&own, &other]() -> std::optional<DriftMeasures> {
    if (own.state().too_many || other.state().too_many) return std::nullopt;
    return measure_drift(sorted(other.state()), sorted(own.state()));
  };
  comparison.point = [&other](const FurtherPass& pass, base::Failure& failure) {
    std::vector<std::string> known;
    known.reserve(other.state().counts.size());
    for (const auto& [text, times] : other.state().counts) known.push_back(text);
    point_to_new_classes(pass, std::move(known), failure);
  };
  return comparison;
}

const NumberSample& sample_of(Scan& scan, std::size_t filter) {
  return with_number_type(scan.structure().type, [&]<class T>(std::type_identity<T>) -> const NumberSample& {
    return scan.metric(filter, std::make_unique<KeptValues<T>>());
  });
}

Comparison compare_numbers(const DataQuestion& data, const Reference& reference) {
  const NumberSample& own = sample_of(data.scan, data.filter);
  const NumberSample& other = sample_of(*reference.scan, reference.filter);
  Comparison comparison;
  comparison.measure = [&own, &other, kind = number_kind(reference.scan->structure().type)] {
    return measure_drift(other, own, kind);
  };
  comparison.point = [&other](const FurtherPass& pass, base::Failure& failure) {
    with_number_type(pass.structure.type,
                     [&]<class T>(std::type_identity<T>) { point_to_new_classes(pass, values_of<T>(other), failure); });
  };
  return comparison;
}

tl::expected<Finish, Trouble> prepare_drift(const DataQuestion& data, Planner& planner) {
  const auto& limits = std::get<suite::DriftLimits>(data.question.check->argument);
  suite::DatasetReference from = limits.from;
  if (from.dataset.empty()) {
    from.dataset = data.question.key.path;
    from.slices = data.question.key.slices;
  }
  const DatasetKey key = key_of(data.question, from);
  const auto& other = planner.structure(key);
  if (!other) return tl::unexpected(other.error());
  if (const auto obstacle = other->obstacle()) return tl::unexpected(*obstacle);
  if (const auto trouble = incomparable(data, other->type, other->place())) return tl::unexpected(*trouble);

  Reference reference{&planner.scan(key), 0};
  reference.filter = reference.scan->filter({std::nullopt, data.question.expectation->missing});
  return
      [data, reference, &planner,
       comparison = is_text(data.structure.type) ? compare_texts(data, reference) : compare_numbers(data, reference)](
          const FilterCounts& counts, base::CheckResult& result) {
        const Structure& other_data = reference.scan->structure();
        const FilterCounts& other_counts = reference.scan->filter_at(reference.filter).counts;
        auto trouble = reference.scan->trouble(reference.filter);
        if (!trouble) trouble = valueless_trouble(other_data, other_counts.valueless);
        if (trouble) return apply(*trouble, result);
        if (other_counts.present() == 0) {
          return finish_empty(data.question, emptiness_text(data.question, other_data, other_counts), result);
        }
        const DriftPlaces places{data.structure.place(), other_data.place()};
        const auto measures = comparison.measure();
        if (!measures) return apply(too_many_classes(places), result);
        base::Failure* new_classes = judge_drift(data.question, *measures, places, result);
        if (result.verdict == base::Verdict::kError) return;
        add_count(result, "unexpected", measures->new_elements);
        add_count(result, "total", counts.present());
        if (new_classes != nullptr) comparison.point({data.question, data.structure, planner}, *new_classes);
      };
}

}  // namespace

Judge plan_drift(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, [&](const DataQuestion& data) { return prepare_drift(data, planner); });
}

}  // namespace assay::expect::detail
