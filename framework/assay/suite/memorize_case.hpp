#pragma once

#include <assay/base/duration.hpp>
#include <assay/base/scalar.hpp>
#include <assay/suite/bound.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::suite {

/// A table whose keys belong to somebody else (an optimizer's options, a transform): names and plain values.
using FreeTable = std::vector<std::pair<std::string, base::Scalar>>;

/// A model as a suite names it: a recipe registered in C++, or an exported file with what is needed to run it.
struct ModelReference {
  std::string recipe;
  std::string model;  ///< file; empty with a recipe
  std::string checkpoint;
  FreeTable loss;
  FreeTable optimizer;
  FreeTable data;
  friend bool operator==(const ModelReference&, const ModelReference&) = default;
};

/// A hang guard, and the range of the ratio to an interleaved reference loop.
struct WallTime {
  std::optional<base::Duration> most;
  std::optional<Bound> ratio;
  friend bool operator==(const WallTime&, const WallTime&) = default;
};

/// What was memorised must answer right as deployed: a model file, or a command that writes predictions.
struct Deployment {
  std::string model;
  std::vector<std::string> command;
  std::string predictions;
  friend bool operator==(const Deployment&, const Deployment&) = default;
};

/// The body of `[memorize.<name>]`.
struct MemorizeCase {
  ModelReference model;
  std::uint64_t batch_size = 0;  ///< 0: the recipe's own
  std::uint64_t batches = 1;
  std::optional<double> loss_below;
  std::optional<double> accuracy_above;
  std::optional<Bound> steps;
  std::vector<std::pair<double, Bound>> levels;  ///< fraction of the first loss, steps until it is reached
  WallTime wall_time;
  std::vector<std::uint64_t> seeds;
  std::vector<std::string> ladder;
  std::optional<Deployment> deployed;
  std::string calibration;  ///< file of `assay calibrate` beside the suite file; empty: none
  FreeTable checks;         ///< switches and settings by check id
  friend bool operator==(const MemorizeCase&, const MemorizeCase&) = default;
};

}  // namespace assay::suite
