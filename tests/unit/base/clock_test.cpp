#include <assay/base/clock.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace assay::base {
namespace {

using std::chrono::milliseconds;
using std::chrono::system_clock;

TEST(Clock, NeverGoesBack) {
  std::int64_t last = monotonic_ns();
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t now = monotonic_ns();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(Rfc3339, IsUtcWithMilliseconds) {
  // 1796048195 = 2026-11-30 14:16:35 UTC, by `date -u -d @1796048195`.
  EXPECT_EQ(to_rfc3339(system_clock::time_point{milliseconds{1'796'048'195'123}}), "2026-11-30T14:16:35.123Z");
  EXPECT_EQ(to_rfc3339(system_clock::time_point{}), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(to_rfc3339(system_clock::time_point{milliseconds{951'782'400'007}}), "2000-02-29T00:00:00.007Z");
}

TEST(Rfc3339, TimesBefore1970AreFloored) {
  EXPECT_EQ(to_rfc3339(system_clock::time_point{milliseconds{-1}}), "1969-12-31T23:59:59.999Z");
}

}  // namespace
}  // namespace assay::base
