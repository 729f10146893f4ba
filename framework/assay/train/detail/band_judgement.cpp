#include <assay/train/detail/band_judgement.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace assay::train::detail {

std::vector<OutOfBand> out_of_band(std::span<const Measure> measures, const Calibration& calibration,
                                   std::string_view prefix) {
  constexpr double kAlarmsPerCheck = 1e-3;
  const auto concerned = std::count_if(measures.begin(), measures.end(),
                                       [&](const Measure& each) { return each.name.starts_with(prefix); });
  std::vector<OutOfBand> outside;
  for (const Measure& measure : measures) {
    const CalibratedMeasure* known =
        measure.name.starts_with(prefix) ? find_measure(calibration, measure.name) : nullptr;
    if (known == nullptr) {
      continue;
    }
    const Band band = band_of(*known, kAlarmsPerCheck / static_cast<double>(concerned));
    if (!(measure.value >= band.low && measure.value <= band.high)) {
      const double half = (band.high - band.low) / 2;
      const double distance = std::abs(measure.value - known->mean) / half;
      outside.push_back({measure.name, measure.value, band, std::isnan(distance) ? HUGE_VAL : distance});
    }
  }
  std::stable_sort(outside.begin(), outside.end(),
                   [](const OutOfBand& left, const OutOfBand& right) { return left.distance > right.distance; });
  return outside;
}

UnlikeMeasures unlike_measures(std::span<const Measure> measures, const Calibration& calibration,
                               std::string_view prefix) {
  std::set<std::string, std::less<>> seen;
  UnlikeMeasures unlike;
  for (const Measure& measure : measures) {
    if (measure.name.starts_with(prefix)) {
      seen.insert(measure.name);
      if (find_measure(calibration, measure.name) == nullptr) {
        unlike.unknown.push_back(measure.name);
      }
    }
  }
  for (const CalibratedMeasure& known : calibration.measures) {
    // What some healthy runs lacked may be missing.
    if (known.name.starts_with(prefix) && known.runs == calibration.seeds.size() && !seen.contains(known.name)) {
      unlike.missing.push_back(known.name);
    }
  }
  return unlike;
}

}  // namespace assay::train::detail
