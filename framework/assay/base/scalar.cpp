#include <assay/base/scalar.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace assay::base {
namespace {

constexpr Order reversed(Order order) noexcept {
  switch (order) {
    case Order::kLess:
      return Order::kGreater;
    case Order::kGreater:
      return Order::kLess;
    case Order::kEqual:
    case Order::kUnordered:
      return order;
  }
  return order;
}

template <typename Left, typename Right>
Order order_of_integers(Left left, Right right) noexcept {
  if (std::cmp_less(left, right)) {
    return Order::kLess;
  }
  return std::cmp_equal(left, right) ? Order::kEqual : Order::kGreater;
}

Order order_of_doubles(double left, double right) noexcept {
  if (left < right) {
    return Order::kLess;
  }
  if (left > right) {
    return Order::kGreater;
  }
  return left == right ? Order::kEqual : Order::kUnordered;
}

/// The integer never becomes a double (2^53 + 1 would change); the double's whole part becomes an integer instead.
template <typename Integer>
Order order_of_mixed(Integer integer, double real) noexcept {
  if (std::isnan(real)) {
    return Order::kUnordered;
  }
  // Both ends of the type's range as doubles: the upper one is a power of two and so exact, one beyond the maximum.
  const double upper = std::ldexp(1.0, std::numeric_limits<Integer>::digits);
  const double lower = static_cast<double>(std::numeric_limits<Integer>::min());
  if (real >= upper) {
    return Order::kLess;
  }
  if (real < lower) {
    return Order::kGreater;
  }
  const double whole = std::trunc(real);
  const Order order = order_of_integers(integer, static_cast<Integer>(whole));
  return order == Order::kEqual ? order_of_doubles(whole, real) : order;
}

std::string text_of_double(double value) {
  if (std::isnan(value)) {
    return "nan";
  }
  if (std::isinf(value)) {
    return value > 0 ? "inf" : "-inf";
  }
  return fmt::format("{}", value);
}

}  // namespace

Order compare(const Number& left, const Number& right) noexcept {
  return std::visit(
      [](auto first, auto second) noexcept {
        constexpr bool kFirstReal = std::is_same_v<decltype(first), double>;
        constexpr bool kSecondReal = std::is_same_v<decltype(second), double>;
        if constexpr (kFirstReal && kSecondReal) {
          return order_of_doubles(first, second);
        } else if constexpr (kSecondReal) {
          return order_of_mixed(first, second);
        } else if constexpr (kFirstReal) {
          return reversed(order_of_mixed(second, first));
        } else {
          return order_of_integers(first, second);
        }
      },
      left, right);
}

std::string to_text(const Number& number) { return to_text(to_scalar(number)); }

std::string to_text(const Scalar& scalar) {
  return std::visit(
      [](const auto& value) -> std::string {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::monostate>) {
          return "none";
        } else if constexpr (std::is_same_v<Value, bool>) {
          return value ? "true" : "false";
        } else if constexpr (std::is_same_v<Value, double>) {
          return text_of_double(value);
        } else if constexpr (std::is_same_v<Value, std::string>) {
          return value;
        } else {
          return std::to_string(value);
        }
      },
      scalar);
}

Scalar to_scalar(const Number& number) {
  return std::visit([](auto value) { return Scalar{value}; }, number);
}

}  // namespace assay::base
