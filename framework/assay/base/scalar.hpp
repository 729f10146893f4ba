#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace assay::base {

/// A number that keeps its own type: integers never pass through double.
using Number = std::variant<std::int64_t, std::uint64_t, double>;

/// A value as a suite file, a dataset or a result holds it; `monostate` is "none".
using Scalar = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string>;

/// Three-way order of two numbers by their exact mathematical values, whatever their types.
enum class Order { kLess, kEqual, kGreater, kUnordered };

/// Compares exactly; NaN with anything is `kUnordered`. -0.0 equals 0.0.
[[nodiscard]] Order compare(const Number& left, const Number& right) noexcept;

/// Shortest decimal text that reads back as the same number; `nan`, `inf`, `-inf`.
[[nodiscard]] std::string to_text(const Number& number);

/// As for numbers; text stands as it is, truth values are `true` and `false`, none is `none`.
[[nodiscard]] std::string to_text(const Scalar& scalar);

/// The scalar that holds this number.
[[nodiscard]] Scalar to_scalar(const Number& number);

}  // namespace assay::base
