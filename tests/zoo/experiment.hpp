#pragma once

#include <assay/train/recipe_registry.hpp>

#include "calibration.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::zoo {

/// One run that is to be made.
struct Experiment {
  std::string subject;
  std::string mutation;  ///< full name; empty: the healthy subject
  std::uint64_t seed = 0;
  bool naive = false;  ///< the naive test too
};

/// A check that did not pass in one run.
struct Alarm {
  std::string check;
  std::string message;
  std::optional<std::uint64_t> step;  ///< the first that the message names; none: it names none
};

/// What one run showed.
struct RunReport {
  std::size_t experiment = 0;                    ///< its place in the list of experiments
  std::vector<Alarm> alarms;                     ///< in the order in which checks are judged
  std::map<std::string, std::uint64_t> reached;  ///< steps by budget: `steps`, `levels.0.5`, `levels.0.1`
  bool naive_alarm = false;                      ///< the loss did not get below 0.05 in 600 steps
  std::string losses;  ///< hash of the first 20 losses, to see whether a mutation does anything
  double seconds = 0;
};

/// Fractions of the first loss whose steps are judged, as `levels` of a suite file.
inline constexpr double kLevels[] = {0.5, 0.1};

/// Memorises one batch with the default checks of Assay, within the limits of the subject; without limits within 1500
/// steps. One thread of LibTorch; the same experiment gives the same report but for `seconds`.
[[nodiscard]] RunReport run(const Experiment& experiment, const SubjectLimits* limits);

}  // namespace assay::zoo
