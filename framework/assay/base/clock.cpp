#include <assay/base/clock.hpp>

#include <fmt/format.h>

#include <ctime>

namespace assay::base {

std::int64_t monotonic_ns() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

std::string to_rfc3339(std::chrono::system_clock::time_point time) {
  // Floored, not truncated: times before 1970 count as well.
  const auto milliseconds = std::chrono::floor<std::chrono::milliseconds>(time);
  const auto days = std::chrono::floor<std::chrono::days>(milliseconds);
  const std::chrono::year_month_day date{days};
  const std::chrono::hh_mm_ss clock{milliseconds - days};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count(), clock.subseconds().count());
}

}  // namespace assay::base
