#pragma once

#include <assay/base/error.hpp>
#include <assay/base/scalar.hpp>
#include <assay/expect/detail/float_format.hpp>
#include <assay/hdf5/element_type.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace assay::expect::detail {

/// Whole elements of a compound dataset, as decoded.
struct CompoundElements {
  std::span<const std::byte> bytes;
  const hdf5::ElementType* type = nullptr;
};

/// The elements of one block in the type that they are scanned in: half floats have become `float`, bools and enums
/// are their numbers; of sequences of variable length there are only their lengths.
using Elements =
    std::variant<std::monostate, std::span<const std::int8_t>, std::span<const std::uint8_t>,
                 std::span<const std::int16_t>, std::span<const std::uint16_t>, std::span<const std::int32_t>,
                 std::span<const std::uint32_t>, std::span<const std::int64_t>, std::span<const std::uint64_t>,
                 std::span<const float>, std::span<const double>, std::span<const std::string>, CompoundElements>;

template <class T>
inline constexpr bool kIsText = std::is_same_v<T, std::string>;

[[nodiscard]] inline bool is_text(const hdf5::ElementType& type) noexcept {
  return type.kind == hdf5::ElementKind::kString;
}

[[nodiscard]] inline bool is_whole_number(const hdf5::ElementType& type) noexcept {
  return type.kind == hdf5::ElementKind::kInteger || type.kind == hdf5::ElementKind::kBoolean ||
         type.kind == hdf5::ElementKind::kEnum;
}

[[nodiscard]] inline bool is_number(const hdf5::ElementType& type) noexcept {
  return is_whole_number(type) || type.kind == hdf5::ElementKind::kFloat;
}

[[nodiscard]] inline FloatFormat float_format(const hdf5::ElementType& type) noexcept {
  if (type.size == 2) return type.brain_float ? FloatFormat::kBrain : FloatFormat::kHalf;
  return type.size == 4 ? FloatFormat::kSingle : FloatFormat::kDouble;
}

/// Calls `visitor(std::type_identity<T>{})` with the type that elements of a number dataset are scanned in.
/// @throws base::InternalError for anything that is not a readable number.
template <class Visitor>
decltype(auto) with_number_type(const hdf5::ElementType& type, Visitor&& visitor) {
  if (type.kind == hdf5::ElementKind::kFloat && type.size <= 8) {
    if (type.size == 8) return std::forward<Visitor>(visitor)(std::type_identity<double>{});
    return std::forward<Visitor>(visitor)(std::type_identity<float>{});
  }
  if (is_whole_number(type)) {
    switch (type.size) {
      case 1:
        return type.is_signed ? std::forward<Visitor>(visitor)(std::type_identity<std::int8_t>{})
                              : std::forward<Visitor>(visitor)(std::type_identity<std::uint8_t>{});
      case 2:
        return type.is_signed ? std::forward<Visitor>(visitor)(std::type_identity<std::int16_t>{})
                              : std::forward<Visitor>(visitor)(std::type_identity<std::uint16_t>{});
      case 4:
        return type.is_signed ? std::forward<Visitor>(visitor)(std::type_identity<std::int32_t>{})
                              : std::forward<Visitor>(visitor)(std::type_identity<std::uint32_t>{});
      case 8:
        return type.is_signed ? std::forward<Visitor>(visitor)(std::type_identity<std::int64_t>{})
                              : std::forward<Visitor>(visitor)(std::type_identity<std::uint64_t>{});
      default:
        break;
    }
  }
  throw base::InternalError("a scan was planned over elements of type " + type.name());
}

/// As `with_number_type`, and text as `std::string`.
template <class Visitor>
decltype(auto) with_element_type(const hdf5::ElementType& type, Visitor&& visitor) {
  if (is_text(type)) return std::forward<Visitor>(visitor)(std::type_identity<std::string>{});
  return with_number_type(type, std::forward<Visitor>(visitor));
}

/// The number as every result holds it: int64 when it fits, else uint64; floats as double.
template <class T>
[[nodiscard]] base::Number to_number(T value) noexcept {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<double>(value);
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return value;
    return static_cast<std::int64_t>(value);
  } else {
    return static_cast<std::int64_t>(value);
  }
}

/// The element as an offender shows it; truth values stay truth values.
template <class T>
[[nodiscard]] base::Scalar to_element_scalar(const T& value, hdf5::ElementKind kind) {
  if constexpr (kIsText<T>) {
    return value;
  } else {
    if (kind == hdf5::ElementKind::kBoolean && (value == T{0} || value == T{1})) return value == T{1};
    return base::to_scalar(to_number(value));
  }
}

}  // namespace assay::expect::detail
