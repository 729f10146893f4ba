#pragma once

#include <assay/base/duration.hpp>
#include <assay/suite/bound.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::suite {

/// `[train.<name>.metric.<metric>]`.
struct MetricLimits {
  struct Plateau {
    std::uint64_t steps = 0;
    double change = 0;
    friend bool operator==(const Plateau&, const Plateau&) = default;
  };
  struct Reference {
    std::vector<std::string> files;
    double band = 5;
    double outside = 0.2;
    friend bool operator==(const Reference&, const Reference&) = default;
  };

  std::string metric;
  bool higher_is_better = false;
  std::optional<Bound> first, last, best, median, max, min;
  std::vector<std::pair<std::uint64_t, Bound>> by_step;
  std::optional<double> diverges_above;
  std::uint64_t patience = 3;
  std::optional<Plateau> plateau;
  std::optional<double> decreasing;
  std::optional<Reference> reference;
  bool from_history = false;
  bool required = true;
  friend bool operator==(const MetricLimits&, const MetricLimits&) = default;
};

/// `gap = { train, validation, below }`.
struct GeneralisationGap {
  std::string train;
  std::string validation;
  double below = 0;
  friend bool operator==(const GeneralisationGap&, const GeneralisationGap&) = default;
};

/// The body of `[train.<name>]`.
struct TrainCase {
  std::string recipe;
  std::vector<std::string> command;  ///< empty with a recipe
  std::string metrics;
  std::optional<base::Duration> wall_time;
  std::optional<base::Duration> stall;
  std::optional<base::Duration> first_step;
  std::string step_key = "step";
  std::optional<int> exit_code;
  std::optional<Bound> steps;
  std::optional<GeneralisationGap> gap;
  std::vector<MetricLimits> limits;
  friend bool operator==(const TrainCase&, const TrainCase&) = default;
};

}  // namespace assay::suite
