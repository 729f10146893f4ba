#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace assay::zoo {

/// In how many steps a healthy run reaches one level: measured, and the limits that follow.
struct StepLimit {
  double mean_log = 0;       ///< mean of ln(steps)
  double deviation_log = 0;  ///< standard deviation of ln(steps), n - 1
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const StepLimit&, const StepLimit&) = default;
};

/// Limits of one subject by check: `steps`, `levels.0.5`, `levels.0.1`.
using SubjectLimits = std::map<std::string, StepLimit>;

/// What `--calibrate` measured, by subject.
struct Calibration {
  std::uint64_t seeds = 0;
  std::map<std::string, SubjectLimits> subjects;
};

/// Chance that a healthy run leaves one limit, both ends together.
inline constexpr double kAlarmRate = 1e-3;
/// Least deviation of ln(steps): few seeds may agree by chance.
inline constexpr double kLeastDeviation = 0.06;

/// Student's prediction interval for one more run, in ln(steps), widened to whole steps. Steps of 0 count as 1.
/// @throws UserError for fewer than three runs.
[[nodiscard]] StepLimit limit_of(std::span<const std::uint64_t> steps);

/// @throws UserError when the file cannot be read or is no calibration.
[[nodiscard]] Calibration read_calibration(const std::filesystem::path& file);
void write_calibration(const std::filesystem::path& file, const Calibration& calibration);

}  // namespace assay::zoo
