#pragma once

#include <cstdint>
#include <string>

namespace assay::train {

/// What LibTorch keeps for a whole process, and a recipe must leave alone.
struct ProcessState {
  int threads = 0;
  std::string default_type;  ///< `float`
  std::uint64_t seed = 0;    ///< with which the default random numbers of the CPU were last seeded

  [[nodiscard]] static ProcessState now();
};

}  // namespace assay::train
