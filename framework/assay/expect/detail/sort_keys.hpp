#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// Sorts unsigned keys upwards: digit by digit from the lowest (radix sort), passing over digits that all keys share;
/// few or very wide keys by comparison. @param scratch gets as large as the keys.
template <class Key>
void sort_keys(std::vector<Key>& keys, std::vector<Key>& scratch) {
  constexpr std::size_t kFew = 4096;
  if constexpr (sizeof(Key) > 8) {
    std::sort(keys.begin(), keys.end());
  } else {
    if (keys.size() < kFew) {
      std::sort(keys.begin(), keys.end());
      return;
    }
    constexpr unsigned kBits = 11;
    constexpr std::size_t kDigits = (8 * sizeof(Key) + kBits - 1) / kBits;
    constexpr std::size_t kValues = std::size_t{1} << kBits;
    std::vector<std::array<std::size_t, kValues>> counts(kDigits);
    for (const Key key : keys) {
      for (std::size_t digit = 0; digit < kDigits; ++digit) ++counts[digit][(key >> (digit * kBits)) & (kValues - 1)];
    }
    scratch.resize(keys.size());
    for (std::size_t digit = 0; digit < kDigits; ++digit) {
      std::array<std::size_t, kValues>& places = counts[digit];
      const std::size_t shift = digit * kBits;
      if (places[(keys.front() >> shift) & (kValues - 1)] == keys.size()) continue;
      std::size_t begin = 0;
      for (std::size_t& place : places) begin += std::exchange(place, begin);
      for (const Key key : keys) scratch[places[(key >> shift) & (kValues - 1)]++] = key;
      keys.swap(scratch);
    }
  }
}

}  // namespace assay::expect::detail
