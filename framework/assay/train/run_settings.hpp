#pragma once

#include <cstdint>

namespace assay::train {

/// How a recipe is run, beside what is asked of it.
struct RunSettings {
  std::uint64_t seed = 0;
  unsigned threads = 1;  ///< of LibTorch; with one thread a seed gives the same bits every time
};

}  // namespace assay::train
