#include <assay/expect/detail/class_counts.hpp>
#include <assay/expect/detail/drift_limits.hpp>
#include <assay/expect/detail/drift_reference.hpp>
#include <assay/expect/detail/other_dataset.hpp>
#include <assay/expect/detail/profile_file.hpp>

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>

namespace assay::expect::detail {

namespace {

Trouble too_many_classes(const DriftPlaces& places) {
  return {Trouble::Kind::kTooLarge,
          fmt::format("{} and {} hold more different values than drift compares as classes ({} texts a side, or {} "
                      "numbers)",
                      places.sample, places.reference, ClassTotals<std::string>::kMostClasses, kMostDriftClasses)};
}

/// Data or a profile, whatever the file holds. The structure is looked at first, so that who stands by is told of the
/// file before it is opened.
tl::expected<DriftReference, Trouble> find_reference(const DataQuestion& data, Planner& planner) {
  suite::DatasetReference from = std::get<suite::DriftLimits>(data.question.check->argument).from;
  if (from.dataset.empty()) {
    from.dataset = data.question.key.path;
    from.slices = data.question.key.slices;
  }
  const DatasetKey key = key_of(data.question, from);
  const bool may_be_profile = key.files.size() == 1 && !from.data.empty();
  if (may_be_profile && is_json(key.files.front())) return profile_reference(data, key);
  if (!planner.structure(key) && may_be_profile && is_profile(key.files.front(), {})) {
    return profile_reference(data, key);
  }
  return data_reference(data, key, planner);
}

std::string reservation_text(const DriftReference& reference) {
  if (reference.uncertainty == 0) return {};
  return fmt::format("; the profile counts ranges of values, so that cumulative shares are known to within {:.2g}",
                     reference.uncertainty);
}

tl::expected<Finish, Trouble> prepare_drift(const DataQuestion& data, Planner& planner) {
  auto found = find_reference(data, planner);
  if (!found) return tl::unexpected(found.error());
  return [data, &planner, reference = std::move(*found)](const FilterCounts& counts, base::CheckResult& result) {
    if (const auto trouble = reference.trouble()) return apply(*trouble, result);
    if (const std::string why = reference.emptiness(); !why.empty()) return finish_empty(data.question, why, result);
    const DriftPlaces places{data.structure.place(), reference.place, reservation_text(reference)};
    const auto measures = reference.measure();
    if (!measures) return apply(too_many_classes(places), result);
    base::Failure* new_classes = judge_drift(data.question, *measures, places, result);
    if (result.verdict == base::Verdict::kError) return;
    if (reference.uncertainty > 0) result.metrics.push_back({"drift.uncertainty", reference.uncertainty, "ratio", ""});
    add_count(result, "unexpected", measures->new_elements);
    add_count(result, "total", counts.present());
    if (new_classes != nullptr) reference.point({data.question, data.structure, planner}, *new_classes);
  };
}

}  // namespace

Judge plan_drift(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, [&](const DataQuestion& data) { return prepare_drift(data, planner); });
}

}  // namespace assay::expect::detail
