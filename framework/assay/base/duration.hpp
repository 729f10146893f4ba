#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace assay::base {

using Duration = std::chrono::nanoseconds;

/// Reads `"90s"`, `"10m"`, `"1.5h"`, `"250ms"`, `"400d"`, `"1h30m"`: numbers with a unit each, largest unit first.
/// None for anything else: no unit, negative, empty, not finite, or more than 100 years.
[[nodiscard]] std::optional<Duration> parse_duration(std::string_view text);

/// Two significant parts at most: `850 ms`, `12.3 s`, `4 min 10 s`, `2 h 5 min`.
[[nodiscard]] std::string to_text(Duration duration);

}  // namespace assay::base
