#pragma once

#include <assay/expect/detail/kernels.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

// The loops themselves, to be inlined into one function for each instruction set. Vectors are GCC's and clang's own, as
// wide as that set's registers.
namespace assay::expect::detail {

/// About what the nearest cache keeps while a column after the other is walked.
inline constexpr std::size_t kNearBytes = 16384;

template <class T, std::size_t kBytes>
struct VectorOf {
  static constexpr std::size_t kLanes = kBytes / sizeof(T);
  typedef T Values __attribute__((vector_size(kBytes)));
  /// Lanes of -1 (true) and 0, and counters.
  using Signed = std::conditional_t<
      sizeof(T) == 1, std::int8_t,
      std::conditional_t<sizeof(T) == 2, std::int16_t, std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>>;
  typedef Signed Counters __attribute__((vector_size(kBytes)));
  /// Vectors that a lane can count before it overflows.
  static constexpr std::size_t kMostCounted = sizeof(T) == 1 ? 127 : (sizeof(T) == 2 ? 32767 : std::size_t{1} << 30U);
};

template <class Counters>
[[gnu::always_inline]] inline std::uint64_t total_of(const Counters& counters) {
  std::uint64_t total = 0;
  for (std::size_t lane = 0; lane < sizeof(counters) / sizeof(counters[0]); ++lane) {
    total += static_cast<std::uint64_t>(counters[lane]);
  }
  return total;
}

template <std::size_t kBytes, class T>
[[gnu::always_inline]] inline std::uint64_t equal_body(const T* values, std::size_t count, T value) {
  using Vector = VectorOf<T, kBytes>;
  std::uint64_t equal = 0;
  std::size_t i = 0;
  while (count - i >= Vector::kLanes) {
    typename Vector::Counters counters{};
    const std::size_t end = i + std::min((count - i) / Vector::kLanes, Vector::kMostCounted) * Vector::kLanes;
    for (; i < end; i += Vector::kLanes) {
      typename Vector::Values x;
      std::memcpy(&x, values + i, kBytes);
      counters -= x == value;
    }
    equal += total_of(counters);
  }
  for (; i < count; ++i) equal += values[i] == value ? 1U : 0U;
  return equal;
}

}  // namespace assay::expect::detail
