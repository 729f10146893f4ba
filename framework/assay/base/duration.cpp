#include <assay/base/duration.hpp>

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

namespace assay::base {
namespace {

constexpr double kMostNanoseconds = 36525.0 * 86400.0 * 1e9;  // 100 years

/// From large to small; `ms` must be tried before `m`.
constexpr std::array<std::pair<std::string_view, double>, 5> kUnits{{
    {"d", 86400e9},
    {"h", 3600e9},
    {"ms", 1e6},
    {"m", 60e9},
    {"s", 1e9},
}};

bool is_digit(char character) noexcept { return character >= '0' && character <= '9'; }

/// Takes digits, or digits, a point and digits, off the front.
std::optional<double> take_number(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) {
    ++length;
  }
  if (length == 0) {
    return std::nullopt;
  }
  if (length < text.size() && text[length] == '.') {
    const std::size_t point = length++;
    while (length < text.size() && is_digit(text[length])) {
      ++length;
    }
    if (length == point + 1) {
      return std::nullopt;
    }
  }
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + length, number, std::chars_format::fixed);
  if (error != std::errc{} || end != text.data() + length) {
    return std::nullopt;
  }
  text.remove_prefix(length);
  return number;
}

std::optional<double> take_unit(std::string_view& text) {
  for (const auto& [name, nanoseconds] : kUnits) {
    if (text.starts_with(name)) {
      text.remove_prefix(name.size());
      return nanoseconds;
    }
  }
  return std::nullopt;
}

std::string two_parts(std::int64_t count, std::string_view unit, std::int64_t rest, std::string_view rest_unit) {
  return rest == 0 ? fmt::format("{} {}", count, unit) : fmt::format("{} {} {} {}", count, unit, rest, rest_unit);
}

std::int64_t rounded(double value) { return std::llround(value); }

}  // namespace

std::optional<Duration> parse_duration(std::string_view text) {
  double total = 0;
  double last_unit = INFINITY;
  if (text.empty()) {
    return std::nullopt;
  }
  while (!text.empty()) {
    const std::optional<double> number = take_number(text);
    const std::optional<double> unit = number ? take_unit(text) : std::nullopt;
    if (!unit || *unit >= last_unit) {
      return std::nullopt;
    }
    last_unit = *unit;
    total += *number * *unit;
    if (!(total <= kMostNanoseconds)) {
      return std::nullopt;
    }
  }
  return Duration{rounded(total)};
}

std::string to_text(Duration duration) {
  const auto nanoseconds = static_cast<double>(duration.count());
  if (nanoseconds < 0) {
    // Through double, because the most negative count has no opposite.
    return "-" + to_text(Duration{duration.count() == INT64_MIN ? INT64_MAX : -duration.count()});
  }
  // Rounded before the form is chosen, so that 999.6 ms is 1 s and not 1000 ms.
  if (const std::int64_t microseconds = rounded(nanoseconds / 1e3); microseconds < 1000) {
    return microseconds == 0 ? "0 s" : fmt::format("{} us", microseconds);
  }
  if (const std::int64_t milliseconds = rounded(nanoseconds / 1e6); milliseconds < 1000) {
    return fmt::format("{} ms", milliseconds);
  }
  if (const std::int64_t tenths = rounded(nanoseconds / 1e8); tenths < 600) {
    return tenths % 10 == 0 ? fmt::format("{} s", tenths / 10) : fmt::format("{}.{} s", tenths / 10, tenths % 10);
  }
  if (const std::int64_t seconds = rounded(nanoseconds / 1e9); seconds < 3600) {
    return two_parts(seconds / 60, "min", seconds % 60, "s");
  }
  if (const std::int64_t minutes = rounded(nanoseconds / 60e9); minutes < 24 * 60) {
    return two_parts(minutes / 60, "h", minutes % 60, "min");
  }
  const std::int64_t hours = rounded(nanoseconds / 3600e9);
  return two_parts(hours / 24, "d", hours % 24, "h");
}

}  // namespace assay::base
