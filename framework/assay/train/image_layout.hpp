#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::train {

/// How an image lies in memory before and after `Recipe::prepare`. The letters `c`, `h`, `w` stand for channel, row and
/// column of one example, outermost first; a stored image without `c` has one channel.
struct ImageLayout {
  std::string stored = "hwc";              ///< `hwc`, `chw` or `hw`
  std::vector<std::int64_t> stored_shape;  ///< of one example, in that order: {32, 32, 3}
  std::string prepared = "chw";            ///< `chw`, `hwc` or `hw`
  bool bytes = true;                       ///< stored as uint8; otherwise as float32
};

}  // namespace assay::train
