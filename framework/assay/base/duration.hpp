#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace assay::base {

using Duration = std::chrono::nanoseconds;

/// Reads `"90s"`, `"10m"`, `"1.5h"`, `"250ms"`, `"400d"`, `"1h30m"`: numbers with a unit each, largest unit first.
/// Units are `d h m s ms`; zero is a duration.
/// None for anything else: no unit, negative, empty, an exponent, blanks, or more than 100 years.
[[nodiscard]] std::optional<Duration> parse_duration(std::string_view text);

/// Two parts at most, rounded: `0 s`, `120 us`, `850 ms`, `12.3 s`, `4 min 10 s`, `2 h 5 min`, `3 d 4 h`.
[[nodiscard]] std::string to_text(Duration duration);

}  // namespace assay::base
