#pragma once

#include <assay/base/scalar.hpp>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace assay::base::detail {

/// Objects keep the order in which their members were added.
using Json = nlohmann::ordered_json;

/// The text with ill-formed bytes as `\xNN` (`to_utf8`): such a value never makes a later `dump()` throw.
[[nodiscard]] Json to_json(std::string_view text);
[[nodiscard]] inline Json to_json(const std::string& text) { return to_json(std::string_view(text)); }

/// Integers exactly; non-finite numbers as the texts `nan`, `inf`, `-inf`.
[[nodiscard]] Json to_json(double number);
[[nodiscard]] Json to_json(const Number& number);

/// As for numbers and texts; none is null.
[[nodiscard]] Json to_json(const Scalar& scalar);

/// The reverse, or one sentence for an array or object. Whole numbers up to 2^63 - 1 come back as int64 and larger ones
/// as uint64, whatever they were; the texts `nan`, `inf` and `-inf` come back as numbers.
[[nodiscard]] tl::expected<Scalar, std::string> to_scalar(const Json& json);

/// As `to_scalar`, for a place where only a number may stand.
[[nodiscard]] tl::expected<Number, std::string> to_number(const Json& json);

/// Parses strict JSON text (one value), or one sentence with the position of the mistake. Never throws on bad text.
[[nodiscard]] tl::expected<Json, std::string> parse_json(std::string_view text);

}  // namespace assay::base::detail
