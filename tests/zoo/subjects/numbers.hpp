#pragma once

#include <assay/base/seed.hpp>

#include <cstdint>

namespace assay::zoo {

/// Even random numbers of the zoo's own, so that LibTorch's generator plays no part in the data.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed) {}
  /// In [0, 1).
  double next() {
    state_ = base::derive_seed(state_, "next");
    return static_cast<double>(state_ >> 11U) * 0x1p-53;
  }
  /// In [0, `count`).
  std::int64_t below(std::int64_t count) { return static_cast<std::int64_t>(next() * static_cast<double>(count)); }

 private:
  std::uint64_t state_;
};

}  // namespace assay::zoo
