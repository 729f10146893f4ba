#include <assay/suite/bound.hpp>

#include <fmt/format.h>

#include <cmath>

namespace assay::suite {
namespace {

bool is_infinite(const base::Number& number, bool negative) {
  const auto* value = std::get_if<double>(&number);
  return value != nullptr && std::isinf(*value) && std::signbit(*value) == negative;
}

}  // namespace

bool Bound::contains(const base::Number& value) const noexcept {
  const auto is_above = [&] {
    const base::Order order = base::compare(value, low);
    return order == base::Order::kGreater || (order == base::Order::kEqual && !low_open);
  };
  const auto is_below = [&] {
    const base::Order order = base::compare(value, high);
    return order == base::Order::kLess || (order == base::Order::kEqual && !high_open);
  };
  return is_above() && is_below();
}

std::string Bound::to_text() const {
  if (!low_open && !high_open && base::compare(low, high) == base::Order::kEqual) {
    return base::to_text(low);
  }
  if (is_infinite(high, false) && !high_open && !is_infinite(low, true)) {
    return fmt::format("{} {}", low_open ? ">" : ">=", base::to_text(low));
  }
  if (is_infinite(low, true) && !low_open && !is_infinite(high, false)) {
    return fmt::format("{} {}", high_open ? "<" : "<=", base::to_text(high));
  }
  return fmt::format("{}{}, {}{}", low_open ? "(" : "[", base::to_text(low), base::to_text(high),
                     high_open ? ")" : "]");
}

}  // namespace assay::suite
