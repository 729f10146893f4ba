#pragma once

#include "calibrations.hpp"
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
  std::map<std::string, std::map<std::string, std::size_t>> alarms;  ///< by check and subject, before confirmation
  std::map<std::string, std::size_t> confirmed;                      ///< by check: runs that stayed failed
  std::size_t total = 0;
  std::size_t any = 0;                ///< runs in which anything alarmed at first
  std::size_t exact = 0;              ///< runs in which a structural or differential check alarmed
  std::size_t stayed = 0;             ///< runs that stayed failed
  std::vector<std::string> examples;  ///< `mlp seed 5003: steps: ...`
};

/// Whether the check's verdict depends on luck, so that it is asked again with other seeds.
[[nodiscard]] bool is_statistical(std::string_view check);

/// @param runs_each fresh seeds of each of the subjects.
[[nodiscard]] HealthyCount count_healthy(std::span<const std::string> names, std::uint64_t runs_each,
                                         const Calibrations& calibrations, unsigned jobs);

[[nodiscard]] std::string to_text(const HealthyCount& count);
[[nodiscard]] std::string to_json(const HealthyCount& count);

}  // namespace assay::zoo
