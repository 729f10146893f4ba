#pragma once

#include "calibration.hpp"
#include "wilson.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::zoo {

/// Alarms of healthy runs: all of them are false.
struct HealthyCount {
  std::map<std::string, std::size_t> runs;                           ///< by subject
  std::map<std::string, std::map<std::string, std::size_t>> alarms;  ///< by check and subject: runs that alarmed
  std::map<std::string, std::size_t> confirmed;                      ///< by check, after one of two more seeds agreed
  std::size_t alarmed_runs = 0;
  std::size_t alarmed_exactly = 0;  ///< runs in which a structural or differential check alarmed
  std::size_t confirmed_runs = 0;
  std::size_t total = 0;
  std::vector<std::string> examples;  ///< `mlp seed 5003: steps: ...`
};

/// Whether the check's verdict depends on luck, so that it may be asked again with other seeds.
[[nodiscard]] bool is_statistical(std::string_view check);

/// @param runs_each fresh seeds of each of the subjects.
[[nodiscard]] HealthyCount count_healthy(std::span<const std::string> names, std::uint64_t runs_each,
                                         const Calibration& calibration, unsigned jobs);

[[nodiscard]] std::string to_text(const HealthyCount& count);
[[nodiscard]] std::string to_json(const HealthyCount& count);

/// Limits from healthy seeds of these subjects that no other run uses; those of others are kept.
/// @throws UserError when a healthy run reaches no goal.
[[nodiscard]] Calibration calibrate(std::span<const std::string> names, std::uint64_t seeds, unsigned jobs,
                                    Calibration kept);

}  // namespace assay::zoo
