#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace assay::base {

/// Nanoseconds of the clock that neither jumps nor stands still while the machine is awake (CLOCK_MONOTONIC).
[[nodiscard]] std::int64_t monotonic_ns() noexcept;

/// RFC 3339 in UTC with milliseconds: `2026-11-30T14:16:35.123Z`.
[[nodiscard]] std::string to_rfc3339(std::chrono::system_clock::time_point time);

}  // namespace assay::base
