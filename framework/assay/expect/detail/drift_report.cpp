#include <assay/expect/detail/drift_report.hpp>
#include <assay/expect/detail/growing_numbers.hpp>
#include <assay/expect/detail/profile_drift.hpp>
#include <assay/expect/detail/profile_sample.hpp>
#include <assay/expect/detail/wording.hpp>
#include <assay/stats/holm.hpp>
#include <assay/stats/kolmogorov_smirnov.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace assay::expect::detail {

namespace {

using State = ColumnDrift::State;

/// Elements that stand or fall together.
double elements_a_row(const ColumnProfile& column) noexcept {
  return column.rows == 0 ? 1 : std::max(1.0, static_cast<double>(column.elements) / static_cast<double>(column.rows));
}

ColumnProfile without_nan(ColumnProfile column) {
  column.elements -= column.nans;
  column.nans = 0;
  return column;
}

/// Texts of which most stand there once, as names and identifiers, differ between any two data.
bool nearly_all_different(const ColumnProfile& column) noexcept {
  return column.kind == ColumnKind::kText && column.texts.distinct() > static_cast<double>(column.elements) / 2;
}

void measure_numbers(const ColumnProfile& before, const ColumnProfile& now, double draw, ColumnDrift& drift) {
  const ProfileSample reference(before);
  const ProfileSample sample(now);
  const ValueCounts& scale = before.values.resolution() > now.values.resolution() ? before.values : now.values;
  const CoarseSample coarse_reference(reference, scale);
  const CoarseSample coarse_sample(sample, scale);
  drift.measures = measure_drift(coarse_reference, coarse_sample, number_kind(before.kind), draw);
  if (!scale.exact()) {
    // No cumulative share is off by more than the largest range that holds several values.
    const auto share = [&](const ColumnProfile& column) {
      ValueCounts seen = column.values;
      seen.merge(ValueCounts(scale.whole(), scale.resolution(), {}));
      return static_cast<double>(seen.uncertainty()) / static_cast<double>(column.elements);
    };
    drift.uncertainty = std::max(share(before), share(now));
  }
}

void measure(const ColumnProfile& before_all, const ColumnProfile& now_all, ColumnDrift& drift) {
  const ColumnProfile before = without_nan(before_all);
  const ColumnProfile now = without_nan(now_all);
  const double draw = std::max(elements_a_row(before_all), elements_a_row(now_all));
  if (before.kind == ColumnKind::kText) {
    drift.measures = measure_drift(before.texts, before.elements, now.texts, now.elements, draw);
  } else {
    measure_numbers(before, now, draw, drift);
  }
  if (!drift.measures) return;
  if (drift.measures->classes) {
    drift.p = drift.measures->test.p;
    drift.effect = drift.measures->total_variation;
  } else {
    drift.p = stats::kolmogorov_smirnov_p(*drift.measures->ks, static_cast<double>(before.elements) / draw,
                                          static_cast<double>(now.elements) / draw);
    drift.effect = *drift.measures->ks;
  }
}

void measure_missing(const ColumnProfile& before, const ColumnProfile& now, ColumnDrift& drift) {
  drift.missing_before = before.missing_share();
  drift.missing_now = now.missing_share();
  if (before.nans == 0 && now.nans == 0) return;
  const std::array<std::uint64_t, 2> reference = {before.nans, before.present()};
  const std::array<std::uint64_t, 2> sample = {now.nans, now.present()};
  drift.missing_p = stats::homogeneity_test(reference, sample, std::max(elements_a_row(before), elements_a_row(now))).p;
}

ColumnDrift compare_column(const ColumnProfile& before, const ColumnProfile& now, const DriftThresholds& thresholds) {
  ColumnDrift drift;
  drift.path = before.path;
  drift.rows_before = before.rows;
  drift.rows_now = now.rows;
  if (before.kind != now.kind || (before.kind == ColumnKind::kOther && before.type != now.type)) {
    drift.state = State::kUnlike;
    drift.note = fmt::format("{} was {} and is {}", before.path, before.type, now.type);
    drift.reasons.push_back(drift.note);
  } else if (before.kind == ColumnKind::kOther) {
    drift.state = State::kNoValues;
    drift.note = before.note.empty() ? now.note : before.note;
  } else if (before.rows < thresholds.least_rows || now.rows < thresholds.least_rows) {
    drift.state = State::kTooFew;
    drift.note = fmt::format("{} and {}: nothing can be said about fewer than {}", count_text(before.rows, "row"),
                             now.rows, thresholds.least_rows);
  } else {
    measure_missing(before, now, drift);
    if (before.present() == 0 || now.present() == 0) {
      drift.state = State::kNoData;
      drift.note = fmt::format("nothing is present {}", before.present() == 0 ? "in the earlier data" : "any more");
    } else if (nearly_all_different(before)) {
      drift.state = State::kNoValues;
      drift.note = "its texts are nearly all different, as identifiers are";
    } else if (is_evenly_spaced(before) && is_evenly_spaced(now)) {
      drift.state = State::kNoValues;
      drift.note = "its numbers are evenly spaced before and now, as those of rows are";
    } else {
      measure(before, now, drift);
      if (before.type != now.type) drift.note = fmt::format("was {} and is {}", before.type, now.type);
    }
  }
  return drift;
}

/// The p-values of all tests together.
void correct(DriftReport& report) {
  std::vector<double> all;
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const ColumnDrift& column : report.columns) {
    all.push_back(column.p.value_or(none));
    all.push_back(column.missing_p.value_or(none));
  }
  const std::vector<double> adjusted = stats::holm_adjusted(all);
  for (std::size_t i = 0; i < report.columns.size(); ++i) {
    if (report.columns[i].p) report.columns[i].adjusted_p = adjusted[2 * i];
    if (report.columns[i].missing_p) report.columns[i].adjusted_missing_p = adjusted[2 * i + 1];
  }
  report.tests =
      static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), [](double p) { return !std::isnan(p); }));
}

void judge(const DriftThresholds& thresholds, ColumnDrift& column) {
  if (column.adjusted_p && *column.adjusted_p < thresholds.level && column.effect >= thresholds.effect) {
    column.reasons.push_back(fmt::format(
        "{} is {:.3g} (p {:.2g} after correction)",
        column.measures->classes ? "the share that moved to other classes" : "the Kolmogorov-Smirnov statistic",
        column.effect, *column.adjusted_p));
  }
  const double change = std::abs(column.missing_now - column.missing_before);
  if (column.adjusted_missing_p && *column.adjusted_missing_p < thresholds.level && change >= thresholds.missing) {
    column.reasons.push_back(
        fmt::format("the missing share went from {:.3g} to {:.3g}", column.missing_before, column.missing_now));
  }
  if (!column.measures || !column.measures->classes) return;
  const DriftMeasures& measures = *column.measures;
  const double share = static_cast<double>(measures.new_elements) / static_cast<double>(measures.sample_elements);
  const bool few = measures.reference_classes <= thresholds.most_classes;
  constexpr std::uint64_t kLeastElements = 5;
  if (few && measures.new_elements >= kLeastElements && share >= thresholds.new_share) {
    const NewClass& first = measures.largest_new.front();
    column.reasons.push_back(
        fmt::format("{} with {:.3g} of the elements; the largest is {}",
                    measures.new_classes == 1 ? "1 new class" : fmt::format("{} new classes", measures.new_classes),
                    share, value_text(first.value)));
  }
}

}  // namespace

bool DriftReport::drifted() const noexcept {
  return std::any_of(columns.begin(), columns.end(), [](const ColumnDrift& column) { return column.drifted(); });
}

bool DriftReport::compared() const noexcept {
  return std::any_of(columns.begin(), columns.end(),
                     [](const ColumnDrift& column) { return column.state == State::kCompared; });
}

DriftReport compare(const DataProfile& before, const DataProfile& now, const DriftThresholds& thresholds) {
  DriftReport report;
  report.thresholds = thresholds;
  for (const ColumnProfile& column : before.columns) {
    if (const ColumnProfile* later = now.column(column.path)) {
      report.columns.push_back(compare_column(column, *later, thresholds));
      continue;
    }
    ColumnDrift gone;
    gone.path = column.path;
    gone.state = State::kGone;
    gone.rows_before = column.rows;
    gone.note = "is not there any more";
    gone.reasons.push_back(gone.note);
    report.columns.push_back(std::move(gone));
  }
  for (const ColumnProfile& column : now.columns) {
    if (before.column(column.path) != nullptr) continue;
    ColumnDrift fresh;
    fresh.path = column.path;
    fresh.state = State::kNew;
    fresh.rows_now = column.rows;
    fresh.note = "was not there";
    report.columns.push_back(std::move(fresh));
  }
  std::sort(report.columns.begin(), report.columns.end(),
            [](const ColumnDrift& left, const ColumnDrift& right) { return left.path < right.path; });
  correct(report);
  for (ColumnDrift& column : report.columns) judge(thresholds, column);
  return report;
}

}  // namespace assay::expect::detail
