#pragma once

#include <assay/expect/detail/kernel_bodies.hpp>

namespace assay::expect::detail {

/// Where a walk over columns stands: as many rows as a vector has lanes fill as many vectors as there are columns, so
/// in each of these a lane meets the same column in every such group.
template <class T, std::size_t kBytes>
struct RangeLanes {
  using Vector = VectorOf<T, kBytes>;
  using Bits = typename VectorOf<std::uint32_t, kBytes>::Values;
  typename Vector::Values smallest;
  typename Vector::Values largest;
  typename Vector::Counters nans;
  Bits least_less_one;  ///< zero is no magnitude to care about: less one it is the largest number of all
};

template <class T>
[[gnu::always_inline]] inline void add_magnitude(std::uint32_t less_one, ValueRange<T>& range) {
  const std::uint32_t before = std::bit_cast<std::uint32_t>(range.least_magnitude) - 1;
  range.least_magnitude = std::bit_cast<float>(std::min(before, less_one) + 1);
}

template <std::size_t kBytes, class T>
[[gnu::always_inline]] inline void ranges_body(const T* values, std::size_t rows, std::size_t columns,
                                               ValueRange<T>* found) {
  using Lanes = RangeLanes<T, kBytes>;
  using Vector = VectorOf<T, kBytes>;
  using Limits = std::numeric_limits<T>;
  constexpr bool kReal = std::is_floating_point_v<T>;
  constexpr bool kMagnitudes = std::is_same_v<T, float>;
  constexpr std::size_t kLanes = Vector::kLanes;
  const T least = kReal ? -Limits::infinity() : Limits::min();
  const T most = kReal ? Limits::infinity() : Limits::max();
  std::array<Lanes, kMostColumns> lanes;
  for (std::size_t column = 0; column < columns; ++column) {
    found[column] = {most, least};
    Lanes& lane = lanes[column];
    lane.smallest = typename Vector::Values{} + most;
    lane.largest = typename Vector::Values{} + least;
    lane.nans = typename Vector::Counters{};
    lane.least_less_one = typename Lanes::Bits{} - 1U;
  }
  // A few groups at a time, so that what is walked once a column stays in the nearest cache.
  const std::size_t groups = rows / kLanes;
  const std::size_t step = std::max<std::size_t>(kNearBytes / (columns * kBytes), 1);
  for (std::size_t first = 0; first < groups; first += step) {
    const std::size_t count = std::min(step, groups - first);
    for (std::size_t v = 0; v < columns; ++v) {
      const T* at = values + (first * columns + v) * kLanes;
      Lanes lane = lanes[v];
      for (std::size_t group = 0; group < count; ++group, at += columns * kLanes) {
        typename Vector::Values x;
        std::memcpy(&x, at, kBytes);
        lane.smallest = x < lane.smallest ? x : lane.smallest;
        lane.largest = x > lane.largest ? x : lane.largest;
        if constexpr (kReal) lane.nans -= x != x;
        if constexpr (kMagnitudes) {
          typename Lanes::Bits bits;
          std::memcpy(&bits, &x, kBytes);
          bits = (bits & 0x7FFFFFFFU) - 1U;
          lane.least_less_one = bits < lane.least_less_one ? bits : lane.least_less_one;
        }
      }
      lanes[v] = lane;
    }
  }
  for (std::size_t i = 0; i < columns * kLanes; ++i) {
    const Lanes& lane = lanes[i / kLanes];
    ValueRange<T>& range = found[i % columns];
    range.smallest = std::min<T>(range.smallest, lane.smallest[i % kLanes]);
    range.largest = std::max<T>(range.largest, lane.largest[i % kLanes]);
    if constexpr (kReal) range.nans += static_cast<std::uint64_t>(lane.nans[i % kLanes]);
    if constexpr (kMagnitudes) add_magnitude<T>(lane.least_less_one[i % kLanes], range);
  }
  for (std::size_t i = groups * kLanes * columns; i < rows * columns; ++i) {
    const T x = values[i];
    ValueRange<T>& range = found[i % columns];
    range.smallest = x < range.smallest ? x : range.smallest;
    range.largest = x > range.largest ? x : range.largest;
    if constexpr (kReal) range.nans += x != x ? 1U : 0U;
    if constexpr (kMagnitudes) add_magnitude<T>((std::bit_cast<std::uint32_t>(x) & 0x7FFFFFFFU) - 1, range);
  }
}

}  // namespace assay::expect::detail
