#include <assay/base/utf8.hpp>
#include <assay/expect/detail/class_counts.hpp>
#include <assay/expect/detail/drift_limits.hpp>
#include <assay/expect/detail/drift_reference.hpp>
#include <assay/expect/detail/kept_values.hpp>
#include <assay/expect/detail/new_class_rows.hpp>
#include <assay/expect/detail/profile_drift.hpp>
#include <assay/expect/detail/profile_file.hpp>
#include <assay/expect/detail/profile_sample.hpp>
#include <assay/expect/detail/selection.hpp>

#include <fmt/format.h>

#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace assay::expect::detail {

namespace {

using Column = std::shared_ptr<const ColumnProfile>;

Trouble mistake(std::string sentence) { return {Trouble::Kind::kMistake, std::move(sentence)}; }

/// The own texts by the names that a profile gives them.
TextSample named(const ClassTotals<std::string>& totals, std::uint64_t& elements) {
  TextSample sample;
  for (const auto& [text, times] : totals.counts) {
    sample.add(text, times);
    elements += times;
  }
  return sample;
}

void compare_texts(const DataQuestion& data, const Column& column, DriftReference& reference) {
  const auto& own = data.scan.metric(data.filter, std::make_unique<ClassCounts<std::string>>());
  reference.measure = [&own, column]() -> std::optional<DriftMeasures> {
    if (own.state().too_many) return std::nullopt;
    std::uint64_t elements = 0;
    const TextSample sample = named(own.state(), elements);
    return measure_drift(column->texts, column->elements, sample, elements);
  };
  reference.point = [&own, column](const FurtherPass& further, base::Failure& failure) {
    std::set<std::string_view> names;
    const std::vector<TextSample::Kept> kept = column->texts.kept();
    for (const TextSample::Kept& each : kept) names.insert(each.name);
    std::vector<std::string> known;
    for (const auto& [text, times] : own.state().counts) {
      const std::string name = class_name(text);
      if (names.contains(name) || TextSample::hash_of(name) > column->texts.last_hash()) known.push_back(text);
    }
    point_to_new_classes(further, std::move(known), failure);
  };
}

void compare_numbers(const DataQuestion& data, const Column& column, DriftReference& reference) {
  const NumberSample& own =
      with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> const NumberSample& {
        return data.scan.metric(data.filter, std::make_unique<KeptValues<T>>());
      });
  reference.measure = [&own, column] {
    return measure_drift(ProfileSample(*column), CoarseSample(own, column->values), number_kind(column->kind));
  };
  reference.point = [column](const FurtherPass& further, base::Failure& failure) {
    with_number_type(further.structure.type, [&]<class T>(std::type_identity<T>) {
      point_to_new_classes(further, values_of<T>(ProfileSample(*column)), failure);
    });
  };
}

}  // namespace

tl::expected<DriftReference, Trouble> profile_reference(const DataQuestion& data, const DatasetKey& key) {
  const std::string file = key.files.front().filename().string();
  const auto profile = read_profile(key.files.front(), {});
  if (!profile) return tl::unexpected(mistake(profile.error()));
  const std::string path = key.path + (key.slices.empty() ? std::string() : to_text(key.slices));
  const ColumnProfile* stored = profile->column(path);
  if (stored == nullptr) {
    return tl::unexpected(Trouble{Trouble::Kind::kFailed,
                                  fmt::format("the profile {} has no column {}", file, base::to_printable(path))});
  }
  DriftReference reference;
  reference.place = fmt::format("{} in {}", stored->path, file);
  if (stored->kind == ColumnKind::kOther) {
    return tl::unexpected(mistake(fmt::format("{} has no values: {}", reference.place, stored->note)));
  }
  hdf5::ElementType type;
  type.kind = stored->kind == ColumnKind::kText ? hdf5::ElementKind::kString : hdf5::ElementKind::kInteger;
  type.word = stored->type;
  if (const auto trouble = incomparable(data, type, reference.place)) return tl::unexpected(*trouble);
  auto present = without_missing(*stored, data.question.expectation->missing);
  if (!present) return tl::unexpected(mistake(fmt::format("{}: {}", file, present.error())));
  const Column column = std::make_shared<const ColumnProfile>(std::move(*present));
  reference.trouble = [] { return std::optional<Trouble>(); };
  reference.emptiness = [column, place = reference.place] {
    return column->elements > 0 ? std::string() : fmt::format("{} has nothing present", place);
  };
  if (column->kind == ColumnKind::kText) {
    compare_texts(data, column, reference);
  } else {
    compare_numbers(data, column, reference);
    if (column->elements > 0) {
      reference.uncertainty = static_cast<double>(column->values.uncertainty()) / static_cast<double>(column->elements);
    }
  }
  return reference;
}

}  // namespace assay::expect::detail
