#pragma once

#include <cstdint>
#include <memory>

namespace assay::train {

struct Calibration;

/// How a recipe is run, beside what is asked of it.
struct RunSettings {
  std::uint64_t seed = 0;
  unsigned threads = 1;    ///< of LibTorch; with one thread a seed gives the same bits every time
  bool measuring = false;  ///< the run is one of those that a calibration is made of
  std::shared_ptr<const Calibration> calibration;  ///< of a memorisation test; null: none
};

}  // namespace assay::train
