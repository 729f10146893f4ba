#pragma once

#include <cstdint>

namespace assay::train {

/// A loss that everybody knows by name, meant over all targets that count.
struct StandardLoss {
  enum class Kind {
    kCrossEntropy,        ///< of outputs before softmax, [..., classes], and class numbers [...]
    kBinaryCrossEntropy,  ///< of outputs before the sigmoid and targets in [0, 1], of equal shapes
    kSquaredError,        ///< mean of (output - target) squared, of equal shapes
    kAbsoluteError,       ///< mean of |output - target|, of equal shapes
  };

  Kind kind = Kind::kCrossEntropy;
  double label_smoothing = 0;         ///< [0, 1), of cross-entropy
  std::int64_t ignored_label = -100;  ///< class number that does not count
};

}  // namespace assay::train
