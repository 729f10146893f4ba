#pragma once

#include <assay/train/measure.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::train {

/// How one measure came out in healthy runs.
struct CalibratedMeasure {
  std::string name;
  std::uint64_t runs = 0;  ///< in which it was seen
  double mean = 0;
  double deviation = 0;  ///< n - 1 in its denominator
};

/// What healthy runs of one case have in common, and where that is known from.
struct Calibration {
  std::string recipe;
  std::uint64_t batch_size = 0;
  std::uint64_t batches = 1;
  std::vector<std::uint64_t> seeds;
  unsigned threads = 1;
  std::string machine;                      ///< instruction set and LibTorch; free text
  std::string commit;                       ///< of the project; empty: not known
  std::string date;                         ///< 2026-12-01
  std::vector<CalibratedMeasure> measures;  ///< sorted by name
};

/// Both ends of what a measure of a healthy run stays between.
struct Band {
  double low = 0;
  double high = 0;
};

/// Where the next healthy run's measure falls with probability `1 - alpha`: Student's prediction interval, with a
/// deviation of at least what thirty runs cannot tell from nothing (0.06 of log steps, 0.03 of a log update ratio, 0.01
/// of a log size and of a log first loss, 0.02 of a share). The whole line for a measure of fewer than two runs.
[[nodiscard]] Band band_of(const CalibratedMeasure& measure, double alpha);

/// Means and deviations over the runs, each a list of measures; a measure that is not in all of them has fewer runs.
[[nodiscard]] std::vector<CalibratedMeasure> summarise(std::span<const std::vector<Measure>> runs);

/// The measure of this name, or null.
[[nodiscard]] const CalibratedMeasure* find_measure(const Calibration& calibration, std::string_view name) noexcept;

/// Limits on whole steps that follow from a calibration.
struct StepLimits {
  std::pair<std::uint64_t, std::uint64_t> steps;
  /// Fraction of the first loss as a suite writes it, and its limits.
  std::vector<std::pair<std::string, std::pair<std::uint64_t, std::uint64_t>>> levels;
};

/// @param alpha chance that a healthy run breaks one of them, each of the two ends taking half.
[[nodiscard]] StepLimits step_limits(const Calibration& calibration, double alpha);

/// JSON, one measure a line, sorted, for a file that is kept beside the suite; with the limits of this rate beside.
[[nodiscard]] std::string to_json_text(const Calibration& calibration, double alarm_rate = 1e-3);

/// @throws UserError for a file that is not there, larger than 64 MB, or no calibration of this version, naming it.
[[nodiscard]] Calibration read_calibration(const std::filesystem::path& file);

}  // namespace assay::train
