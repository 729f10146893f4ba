#pragma once

#include <cstdint>
#include <string_view>

namespace assay::train {

/// Told how far a run is, so that whoever watches from outside can see that it moves. Does nothing by default.
class TrainingObserver {
 public:
  TrainingObserver() = default;
  virtual ~TrainingObserver() = default;
  TrainingObserver(const TrainingObserver&) = delete;
  TrainingObserver& operator=(const TrainingObserver&) = delete;

  /// A part of the run begins: `build`, `fit`, `tail`, `train`, `evaluate`, `checkpoint`; `detail` says for what.
  virtual void phase(std::string_view /*phase*/, std::string_view /*detail*/) {}
  /// Step number `step`, counted from 1, is done; `loss` is what it saw before its update.
  virtual void step(std::uint64_t /*step*/, double /*loss*/) {}
};

}  // namespace assay::train
