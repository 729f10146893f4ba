#pragma once

#include <assay/expect/detail/kernels.hpp>
#include <assay/expect/detail/literal.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// In a closed range; NaN is in none.
template <class T>
struct Inside {
  T low{1};  ///< low > high: nothing is inside
  T high{0};

  explicit Inside(const suite::Bound& bound) {
    if (const auto range = closed_range<T>(bound)) std::tie(low, high) = *range;
  }
  // No short cut between the two comparisons, so that the compiler can vectorise the loop around it.
  [[nodiscard]] bool operator()(T value) const noexcept { return bool(int(low <= value) & int(value <= high)); }
  [[nodiscard]] bool holds_within(const ValueRange<T>& range) const noexcept {
    return range.nans == 0 && low <= range.smallest && range.largest <= high;
  }
  friend bool operator==(const Inside&, const Inside&) = default;
};

template <class T>
struct IsFinite {
  [[nodiscard]] bool operator()(T value) const noexcept {
    if constexpr (std::is_floating_point_v<T>) return value - value == T{0};
    return true;
  }
  [[nodiscard]] bool holds_within(const ValueRange<T>& range) const noexcept {
    return range.nans == 0 && (range.smallest > range.largest || ((*this)(range.smallest) && (*this)(range.largest)));
  }
  friend bool operator==(const IsFinite&, const IsFinite&) = default;
};

template <class T>
struct IsNotNan {
  [[nodiscard]] bool operator()(T value) const noexcept { return value == value; }
  [[nodiscard]] bool holds_within(const ValueRange<T>& range) const noexcept { return range.nans == 0; }
  friend bool operator==(const IsNotNan&, const IsNotNan&) = default;
};

template <class T>
struct IsNotInfinite {
  [[nodiscard]] bool operator()(T value) const noexcept {
    if constexpr (std::is_floating_point_v<T>) return !std::isinf(value);
    return true;
  }
  [[nodiscard]] bool holds_within(const ValueRange<T>& range) const noexcept {
    return range.smallest > range.largest || ((*this)(range.smallest) && (*this)(range.largest));
  }
  friend bool operator==(const IsNotInfinite&, const IsNotInfinite&) = default;
};

/// A whole number; infinities and NaN are none.
template <class T>
struct IsWhole {
  [[nodiscard]] bool operator()(T value) const noexcept {
    if constexpr (std::is_floating_point_v<T>) return std::isfinite(value) && std::trunc(value) == value;
    return true;
  }
  friend bool operator==(const IsWhole&, const IsWhole&) = default;
};

/// Among the values, or (`wanted` false) not among them; NaN passes neither.
template <class T>
class Member {
 public:
  Member(std::vector<T> values, bool wanted) : wanted_(wanted) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    values_ = std::make_shared<const std::vector<T>>(std::move(values));
  }
  [[nodiscard]] bool operator()(const T& value) const noexcept {
    if constexpr (std::is_floating_point_v<T>) {
      if (value != value) return false;
    }
    constexpr std::size_t kFew = 8;
    const bool found = values_->size() <= kFew ? std::find(values_->begin(), values_->end(), value) != values_->end()
                                               : std::binary_search(values_->begin(), values_->end(), value);
    return found == wanted_;
  }
  friend bool operator==(const Member& left, const Member& right) {
    return left.wanted_ == right.wanted_ && *left.values_ == *right.values_;
  }

 private:
  std::shared_ptr<const std::vector<T>> values_;
  bool wanted_;
};

}  // namespace assay::expect::detail
