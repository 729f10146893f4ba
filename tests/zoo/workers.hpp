#pragma once

#include "calibrations.hpp"
#include "experiment.hpp"

#include <span>
#include <vector>

namespace assay::zoo {

/// Runs experiments in `jobs` processes, one thread of LibTorch each; its generator and its settings belong to a whole
/// process. The reports are in the order of the experiments, whatever the number of jobs. Must be called before this
/// process has used LibTorch.
/// @throws InfrastructureError when a process cannot be started or dies.
[[nodiscard]] std::vector<RunReport> run_all(std::span<const Experiment> experiments, const Calibrations& calibrations,
                                             unsigned jobs);

}  // namespace assay::zoo
