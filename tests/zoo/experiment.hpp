#pragma once

#include <assay/suite/memorize_case.hpp>
#include <assay/train/calibration.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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
  std::size_t experiment = 0;        ///< its place in the list of experiments
  std::vector<Alarm> alarms;         ///< in the order in which checks are judged
  std::vector<std::string> cleared;  ///< checks that alarmed once and not again with two more seeds
  bool naive_alarm = false;          ///< the loss did not get below 0.05 in 600 steps
  std::string losses;                ///< hash of the first 20 losses, to see whether a mutation does anything
  double seconds = 0;
};

/// Chance that a healthy run leaves one of its limits of steps.
inline constexpr double kAlarmRate = 1e-3;

/// One batch of a subject, memorised with the default checks of Assay; with a calibration, limits of steps that follow
/// from it, without one up to 1500 steps.
[[nodiscard]] suite::MemorizeCase case_of(std::string_view subject, const train::Calibration* calibration);

/// Runs it with one thread of LibTorch; the same experiment gives the same report but for `seconds`. Alarms that may
/// be luck are confirmed by two more seeds, as a suite does.
[[nodiscard]] RunReport run(const Experiment& experiment, const std::shared_ptr<const train::Calibration>& calibration);

}  // namespace assay::zoo
