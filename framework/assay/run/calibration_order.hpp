#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace assay::run {

/// What a worker is asked to measure: one `memorize` case of a suite file, once a seed. `assay calibrate` writes it as
/// a JSON file and starts the worker with `--assay_calibrate=FILE`; the worker writes a calibration. Paths are
/// absolute.
struct CalibrationOrder {
  std::filesystem::path suite_file;
  std::string name;  ///< of the case, `lenet` of `[memorize.lenet]`
  std::vector<std::uint64_t> seeds;
  double alarm_rate = 0;  ///< of each limit on steps, both ends together
  std::string commit;     ///< for the record; empty: not known
  std::string date;       ///< 2026-12-01
  std::filesystem::path into;

  friend bool operator==(const CalibrationOrder&, const CalibrationOrder&) = default;
};

/// Writes the file. @throws base::InfrastructureError when it cannot be written.
void write_calibration_order(const CalibrationOrder& order, const std::filesystem::path& file);

/// Reads it, or one sentence that says what is wrong with it.
[[nodiscard]] tl::expected<CalibrationOrder, std::string> read_calibration_order(const std::filesystem::path& file);

/// The limits on steps that stand in a calibration.
struct CalibratedLimits {
  using Range = std::pair<std::uint64_t, std::uint64_t>;
  Range steps;
  std::vector<std::pair<std::string, Range>> levels;  ///< by the fraction as text
};

/// Of the file that a worker wrote, or one sentence that says what is wrong with it.
[[nodiscard]] tl::expected<CalibratedLimits, std::string> read_calibrated_limits(const std::filesystem::path& file);

}  // namespace assay::run
