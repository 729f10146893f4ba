#pragma once

#include <assay/train/calibration.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace assay::zoo {

/// What healthy runs of each subject have in common, by its name.
using Calibrations = std::map<std::string, std::shared_ptr<const train::Calibration>>;

/// Those of all subjects, `<subject>.json` in a folder.
/// @throws UserError when one cannot be read.
[[nodiscard]] Calibrations read_calibrations(const std::filesystem::path& folder);

/// Measures healthy runs of these subjects, with seeds that no other run uses, and writes their files.
/// @throws UserError when a healthy run does not reach its goal or an exact check alarms.
void calibrate(std::span<const std::string> names, std::uint64_t seeds, const std::filesystem::path& folder);

}  // namespace assay::zoo
