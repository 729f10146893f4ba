#include "calibrations.hpp"

#include <assay/base/text_file.hpp>
#include <assay/train/calibrate.hpp>
#include <assay/train/training_observer.hpp>

#include "experiment.hpp"
#include "mutations/mutation.hpp"
#include "subjects/subject.hpp"
#include <fmt/format.h>

#include <cstdio>
#include <vector>

namespace assay::zoo {
namespace {

constexpr std::uint64_t kFirstCalibrationSeed = 1000;

std::filesystem::path file_of(const std::filesystem::path& folder, std::string_view subject) {
  return folder / fmt::format("{}.json", subject);
}

}  // namespace

Calibrations read_calibrations(const std::filesystem::path& folder) {
  Calibrations all;
  for (const Subject& each : subjects()) {
    all.emplace(each.name,
                std::make_shared<const train::Calibration>(train::read_calibration(file_of(folder, each.name))));
  }
  return all;
}

void calibrate(std::span<const std::string> names, std::uint64_t seeds, const std::filesystem::path& folder) {
  std::vector<std::uint64_t> wanted_seeds;
  for (std::uint64_t i = 0; i < seeds; ++i) {
    wanted_seeds.push_back(kFirstCalibrationSeed + i);
  }
  for (const std::string& name : names) {
    train::TrainingObserver nobody;
    train::Calibration made = train::calibrate(healthy(name), case_of(name, nullptr), wanted_seeds, {}, nobody);
    made.recipe = name;
    base::write_file_atomically(file_of(folder, name), train::to_json_text(made));
    const train::StepLimits limits = train::step_limits(made, kAlarmRate);
    fmt::print("{:<14} {} measures; steps {} to {}", name, made.measures.size(), limits.steps.first,
               limits.steps.second);
    for (const auto& [level, steps] : limits.levels) {
      fmt::print(", to {} of the first loss {} to {}", level, steps.first, steps.second);
    }
    fmt::print("\n");
    std::fflush(stdout);
  }
}

}  // namespace assay::zoo
