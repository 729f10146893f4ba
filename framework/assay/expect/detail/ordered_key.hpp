#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace assay::expect::detail {

/// A key that grows with the value, so that one can halve over all values of a type, also of floats (without NaN;
/// -0.0 comes just before 0.0).
template <class T>
[[nodiscard]] constexpr std::uint64_t ordered_key(T value) noexcept {
  constexpr std::uint64_t kTop = std::uint64_t{1} << 63U;
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const auto bits = std::bit_cast<Bits>(value);
    const std::uint64_t magnitude = bits & (std::numeric_limits<Bits>::max() >> 1U);
    return value < 0 || (bits >> (8 * sizeof(T) - 1)) != 0 ? kTop - 1 - magnitude : kTop + magnitude;
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) ^ kTop;
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

/// The value of a key.
template <class T>
[[nodiscard]] constexpr T value_of_key(std::uint64_t key) noexcept {
  constexpr std::uint64_t kTop = std::uint64_t{1} << 63U;
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const auto magnitude = static_cast<Bits>(key >= kTop ? key - kTop : kTop - 1 - key);
    const T value = std::bit_cast<T>(magnitude);
    return key >= kTop ? value : -value;
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(static_cast<std::int64_t>(key ^ kTop));
  } else {
    return static_cast<T>(key);
  }
}

/// The first value in `[low, high]` for which `holds` is true, when it is false before some value and true from there
/// on; `holds(high)` must be true.
template <class T, class Predicate>
[[nodiscard]] T first_value(T low, T high, Predicate holds) noexcept {
  std::uint64_t from = ordered_key(low);
  std::uint64_t to = ordered_key(high);
  while (from < to) {
    const std::uint64_t middle = from + (to - from) / 2;
    if (holds(value_of_key<T>(middle))) {
      to = middle;
    } else {
      from = middle + 1;
    }
  }
  return value_of_key<T>(from);
}

/// The last value in `[low, high]` for which `holds` is true, when it is true up to some value and false from there on;
/// `holds(low)` must be true.
template <class T, class Predicate>
[[nodiscard]] T last_value(T low, T high, Predicate holds) noexcept {
  std::uint64_t from = ordered_key(low);
  std::uint64_t to = ordered_key(high);
  while (from < to) {
    const std::uint64_t middle = to - (to - from) / 2;
    if (holds(value_of_key<T>(middle))) {
      from = middle;
    } else {
      to = middle - 1;
    }
  }
  return value_of_key<T>(from);
}

}  // namespace assay::expect::detail
