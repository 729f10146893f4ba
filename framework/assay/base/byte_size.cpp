#include <assay/base/byte_size.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace assay::base {
namespace {

constexpr std::uint64_t kMostBytes = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

constexpr std::array<std::pair<std::string_view, std::uint64_t>, 11> kUnits{{
    {"", 1},
    {"B", 1},
    {"kB", 1'000},
    {"KB", 1'000},
    {"MB", 1'000'000},
    {"GB", 1'000'000'000},
    {"TB", 1'000'000'000'000},
    {"KiB", std::uint64_t{1} << 10U},
    {"MiB", std::uint64_t{1} << 20U},
    {"GiB", std::uint64_t{1} << 30U},
    {"TiB", std::uint64_t{1} << 40U},
}};

std::optional<std::uint64_t> unit_of(std::string_view name) {
  for (const auto& [unit, bytes] : kUnits) {
    if (unit == name) {
      return bytes;
    }
  }
  return std::nullopt;
}

/// Whole numbers stay integers: a size of 2^63 - 1 is not rounded.
std::optional<std::uint64_t> whole_bytes(std::string_view digits, std::uint64_t unit) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (error != std::errc{} || end != digits.data() + digits.size() || count > kMostBytes / unit) {
    return std::nullopt;
  }
  return count * unit;
}

std::optional<std::uint64_t> fractional_bytes(std::string_view digits, std::uint64_t unit) {
  double count = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), count, std::chars_format::fixed);
  const double bytes = std::round(count * static_cast<double>(unit));
  if (error != std::errc{} || end != digits.data() + digits.size() || !(bytes < std::ldexp(1.0, 63))) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace

std::optional<std::uint64_t> parse_byte_size(std::string_view text) {
  const std::size_t length = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view digits = text.substr(0, length);
  std::string_view name = text.substr(length);
  if (name.size() > 1 && name.front() == ' ') {
    name.remove_prefix(1);
  }
  const std::optional<std::uint64_t> unit = unit_of(name);
  if (!unit || digits.empty() || digits.front() == '.' || digits.back() == '.') {
    return std::nullopt;
  }
  const bool whole = digits.find('.') == std::string_view::npos;
  const std::optional<std::uint64_t> bytes = whole ? whole_bytes(digits, *unit) : fractional_bytes(digits, *unit);
  return bytes && *bytes > 0 ? bytes : std::nullopt;
}

std::string byte_size_text(std::uint64_t bytes) {
  if (bytes < 1000) {
    return fmt::format("{} B", bytes);
  }
  constexpr std::array<std::string_view, 6> kNames{"kB", "MB", "GB", "TB", "PB", "EB"};
  auto value = static_cast<double>(bytes) / 1000;
  std::size_t name = 0;
  // Judged after rounding: 999,950 bytes are 1 MB, not 1000.0 kB.
  while (std::round(value * 10) / 10 >= 1000 && name + 1 < kNames.size()) {
    value /= 1000;
    ++name;
  }
  std::string number = fmt::format("{:.1f}", value);
  if (number.ends_with(".0")) {
    number.resize(number.size() - 2);
  }
  return number + ' ' + std::string{kNames[name]};
}

}  // namespace assay::base
