#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace assay::run {

/// What a worker is asked to measure of one `memorize` case of a suite file. `assay calibrate` and `assay power` write
/// it as a JSON file and start the worker with `--assay_measure=FILE`; the worker writes what it measured as JSON.
/// Paths are absolute.
struct MeasurementOrder {
  std::string task;  ///< `calibrate`: what healthy runs have in common; `power`: which faults the case would see
  std::filesystem::path suite_file;
  std::string name;  ///< of the case, `lenet` of `[memorize.lenet]`
  std::vector<std::uint64_t> seeds;
  double alarm_rate = 0;  ///< of each limit on steps, both ends together
  std::string commit;     ///< for the record; empty: not known
  std::string date;       ///< 2026-12-01
  std::filesystem::path into;

  friend bool operator==(const MeasurementOrder&, const MeasurementOrder&) = default;
};

/// Writes the file. @throws base::InfrastructureError when it cannot be written.
void write_measurement_order(const MeasurementOrder& order, const std::filesystem::path& file);

/// Reads it, or one sentence that says what is wrong with it.
[[nodiscard]] tl::expected<MeasurementOrder, std::string> read_measurement_order(const std::filesystem::path& file);

/// The limits on steps that stand in a calibration.
struct CalibratedLimits {
  using Range = std::pair<std::uint64_t, std::uint64_t>;
  Range steps;
  std::vector<std::pair<std::string, Range>> levels;  ///< by the fraction as text
};

/// Of the file that a worker wrote, or one sentence that says what is wrong with it.
[[nodiscard]] tl::expected<CalibratedLimits, std::string> read_calibrated_limits(const std::filesystem::path& file);

}  // namespace assay::run
