#include <assay/expect/detail/decile_bins.hpp>
#include <assay/expect/detail/drift_measures.hpp>
#include <assay/expect/detail/literal.hpp>
#include <assay/stats/cumulative_distance.hpp>
#include <assay/stats/share_distances.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <variant>

namespace assay::expect::detail {

namespace {

/// Counts of the same classes on both sides.
struct Table {
  std::vector<std::uint64_t> reference;
  std::vector<std::uint64_t> sample;

  void add(std::uint64_t reference_times, std::uint64_t sample_times) {
    reference.push_back(reference_times);
    sample.push_back(sample_times);
  }
};

base::Scalar scalar_of(const base::Number& value) { return base::to_scalar(value); }
base::Scalar scalar_of(std::string_view text) { return std::string(text); }

/// One class of the sample beside the reference.
template <class Value>
void note_class(const Value& value, std::uint64_t reference_times, std::uint64_t sample_times,
                DriftMeasures& measures) {
  measures.reference_classes += reference_times > 0 ? 1U : 0U;
  if (reference_times > 0 || sample_times == 0) return;
  ++measures.new_classes;
  measures.new_elements += sample_times;
  auto& named = measures.largest_new;
  const auto place = std::upper_bound(named.begin(), named.end(), sample_times,
                                      [](std::uint64_t times, const NewClass& other) { return times > other.times; });
  if (place == named.end() && named.size() == DriftMeasures::kMostNamed) return;
  named.insert(place, {scalar_of(value), sample_times});
  if (named.size() > DriftMeasures::kMostNamed) named.pop_back();
}

void finish_table(const Table& table, double elements_a_draw, DriftMeasures& measures) {
  measures.psi = stats::population_stability_index(table.reference, table.sample);
  measures.js = stats::jensen_shannon_divergence(table.reference, table.sample);
  measures.total_variation = stats::total_variation(table.reference, table.sample);
  measures.test = stats::homogeneity_test(table.reference, table.sample, elements_a_draw);
}

/// The distance between two values, the upper one second: exact for whole numbers before it is rounded. Infinite only
/// beside an infinity.
double gap_between(const base::Number& low, const base::Number& high) noexcept {
  if (std::holds_alternative<double>(low) || std::holds_alternative<double>(high)) {
    const double from = to_double(low);
    const double to = to_double(high);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (from == -kInfinity || to == kInfinity) return kInfinity;
    return std::min(to - from, std::numeric_limits<double>::max());
  }
  const auto bits = [](const base::Number& number) {
    const auto* large = std::get_if<std::uint64_t>(&number);
    return large != nullptr ? *large : static_cast<std::uint64_t>(std::get<std::int64_t>(number));
  };
  return static_cast<double>(bits(high) - bits(low));
}

/// Walks two samples side by side and calls `visitor(value, reference times, sample times)` upwards.
template <class Visitor>
void walk_both(const NumberSample& reference, const NumberSample& sample, Visitor&& visitor) {
  const auto left = reference.open();
  const auto right = sample.open();
  CountedNumber one;
  CountedNumber other;
  bool has_one = left->next(one);
  bool has_other = right->next(other);
  while (has_one || has_other) {
    base::Order order = has_one ? base::Order::kLess : base::Order::kGreater;
    if (has_one && has_other) order = base::compare(one.value, other.value);
    const bool take_one = order != base::Order::kGreater;
    const bool take_other = order != base::Order::kLess;
    visitor(take_one ? one.value : other.value, take_one ? one.times : 0, take_other ? other.times : 0);
    if (take_one) has_one = left->next(one);
    if (take_other) has_other = right->next(other);
  }
}

bool are_classes(const NumberSample& reference, NumberKind kind) {
  if (kind != NumberKind::kWhole) return kind == NumberKind::kNamed;
  const auto stream = reference.open();
  std::uint64_t distinct = 0;
  for (CountedNumber entry; distinct <= kMostNumberClasses && stream->next(entry);) ++distinct;
  return distinct <= kMostNumberClasses;
}

}  // namespace

std::optional<DriftMeasures> measure_drift(const NumberSample& reference, const NumberSample& sample, NumberKind kind,
                                           double elements_a_draw) {
  DriftMeasures measures;
  measures.reference_elements = reference.numbers() + reference.nans();
  measures.sample_elements = sample.numbers() + sample.nans();
  measures.classes = are_classes(reference, kind);
  std::optional<DecileBins> bins;
  Table table;
  if (!measures.classes) {
    bins.emplace(reference);
    table.reference.resize(bins->size());
    table.sample.resize(bins->size());
  }
  stats::CumulativeDistance distance(measures.reference_elements, measures.sample_elements);
  std::optional<base::Number> before;
  std::size_t bin = 0;
  bool too_many = false;
  walk_both(reference, sample,
            [&](const base::Number& value, std::uint64_t reference_times, std::uint64_t sample_times) {
              distance.add(reference_times, sample_times, before ? gap_between(*before, value) : 0);
              before = value;
              if (bins) {
                bin = bins->bin_of(value, bin);
                table.reference[bin] += reference_times;
                table.sample[bin] += sample_times;
              } else if (table.sample.size() == kMostDriftClasses) {
                too_many = true;
              } else {
                note_class(value, reference_times, sample_times, measures);
                table.add(reference_times, sample_times);
              }
            });
  if (too_many) return std::nullopt;
  if (reference.nans() > 0 || sample.nans() > 0) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    distance.add(reference.nans(), sample.nans(), before ? kFar : 0);
    table.add(reference.nans(), sample.nans());
    if (measures.classes) {
      note_class(base::Number{std::numeric_limits<double>::quiet_NaN()}, reference.nans(), sample.nans(), measures);
    }
  }
  measures.ks = distance.kolmogorov_smirnov();
  measures.wasserstein = distance.wasserstein();
  finish_table(table, elements_a_draw, measures);
  return measures;
}

DriftMeasures measure_drift(const TextCounts& reference, const TextCounts& sample, double elements_a_draw) {
  DriftMeasures measures;
  measures.classes = true;
  Table table;
  auto one = reference.begin();
  auto other = sample.begin();
  while (one != reference.end() || other != sample.end()) {
    const bool take_one = other == sample.end() || (one != reference.end() && one->text <= other->text);
    const bool take_other = one == reference.end() || (other != sample.end() && other->text <= one->text);
    const std::uint64_t reference_times = take_one ? one->times : 0;
    const std::uint64_t sample_times = take_other ? other->times : 0;
    measures.reference_elements += reference_times;
    measures.sample_elements += sample_times;
    note_class((take_one ? one : other)->text, reference_times, sample_times, measures);
    table.add(reference_times, sample_times);
    if (take_one) ++one;
    if (take_other) ++other;
  }
  finish_table(table, elements_a_draw, measures);
  return measures;
}

}  // namespace assay::expect::detail
