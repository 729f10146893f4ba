#pragma once

#include <assay/base/scalar.hpp>
#include <assay/expect/detail/element.hpp>
#include <assay/expect/detail/ordered_key.hpp>
#include <assay/suite/bound.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace assay::expect::detail {

/// The number that a literal stands for: truth values are 0 and 1; none for text.
[[nodiscard]] std::optional<base::Number> number_of(const base::Scalar& literal) noexcept;

/// The double nearest to the number.
[[nodiscard]] double to_double(const base::Number& number) noexcept;

/// The value of `T` that a literal of a set, of `missing` or of `==` means: for floats the nearest value of the
/// dataset's format, for whole numbers the same number or none.
template <class T>
[[nodiscard]] std::optional<T> literal_value(const base::Number& literal, FloatFormat format) noexcept {
  if constexpr (std::is_floating_point_v<T>) {
    const std::optional<double> rounded = round_to_format(to_double(literal), format);
    if (!rounded) return std::nullopt;
    return static_cast<T>(*rounded);
  } else {
    const base::Number lowest = to_number(std::numeric_limits<T>::min());
    const base::Number highest = to_number(std::numeric_limits<T>::max());
    if (base::compare(literal, lowest) == base::Order::kLess ||
        base::compare(literal, highest) == base::Order::kGreater) {
      return std::nullopt;
    }
    const T value = std::visit(
        [](auto number) { return static_cast<T>(std::isnan(static_cast<double>(number)) ? 0 : number); }, literal);
    if (base::compare(to_number(value), literal) != base::Order::kEqual) return std::nullopt;
    return value;
  }
}

/// The values of `T` inside a bound as a closed range `[first, second]`, compared exactly; none when there is no such
/// value. NaN lies in no range.
template <class T>
[[nodiscard]] std::optional<std::pair<T, T>> closed_range(const suite::Bound& bound) noexcept {
  using Limits = std::numeric_limits<T>;
  const auto inside_low = [&](T value) {
    const base::Order order = base::compare(to_number(value), bound.low);
    return order == base::Order::kGreater || (order == base::Order::kEqual && !bound.low_open);
  };
  const auto inside_high = [&](T value) {
    const base::Order order = base::compare(to_number(value), bound.high);
    return order == base::Order::kLess || (order == base::Order::kEqual && !bound.high_open);
  };
  constexpr bool kReal = std::is_floating_point_v<T>;
  T low = kReal ? -Limits::infinity() : Limits::min();
  T high = kReal ? Limits::infinity() : Limits::max();
  if (!inside_low(high) || !inside_high(low)) return std::nullopt;
  // Halving over the ordered values of the type finds the ends without any rounding rule of its own.
  if (!inside_low(low)) low = first_value(low, high, inside_low);
  if (!inside_high(high)) high = last_value(low, high, inside_high);
  if (!inside_low(low) || !inside_high(high) || !inside_high(low)) return std::nullopt;
  return std::pair{low, high};
}

}  // namespace assay::expect::detail
