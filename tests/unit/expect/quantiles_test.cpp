// Medians, quantiles, different values, and the sorting under them.
#include <assay/expect/detail/key_runs.hpp>
#include <assay/expect/detail/quantile.hpp>

#include "checks_fixture.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <vector>

namespace assay::expect {
namespace {

using base::Number;
using base::Scalar;
using testing::HasSubstr;
using tests::Checks;

TEST_F(Checks, median_and_quantiles) {
  passes("images", "median", "5.5");
  EXPECT_EQ(fails("images", "median", "[6, 7]").reason,
            "the median of 12 elements of /images in d.h5 is 5.5; expected [6, 7]");
  passes("scalar", "median", "7");
  passes("big", "median", "'18446744073709551613'");
  passes("spread", "quantile", "{ '0' = 0, '0.25' = 2.25, '0.5' = 4.5, '0.75' = 6.75, '1' = 21 }");
  const auto result = fails("spread", "quantile", "{ '0.25' = [0, 3], '0.9' = [0, 9.2] }");
  EXPECT_EQ(result.failures.size(), 1U);
  EXPECT_EQ(result.reason,
            "the 0.9 quantile of 10 elements of /spread in d.h5 is 9.299999999999995; expected [0, 9.2]");
  EXPECT_EQ(tests::metric(result, "quantile.0.25"), Scalar{2.25});
  EXPECT_THAT(fails("reals", "median", "[-inf, inf]").reason, HasSubstr("1 of them is NaN"));
  passes("reals", "median", "1.25", "missing = 'nan'");
  passes("reals", "quantile", "{ '1' = inf }", "missing = 'nan'");
  passes("flag", "median", "1");
  refuses("text", "median", "1");
  refuses("table", "quantile", "{ '0.5' = 1 }");
}

TEST_F(Checks, distinct) {
  passes("zeros", "distinct", "2");
  passes("zeros", "distinct_share", "0.5");
  EXPECT_EQ(fails("text", "distinct", "4").reason,
            "the number of different values of 4 elements of /text in d.h5 is 3; expected 4");
  passes("text", "distinct", "2", "missing = ''");
  passes("big", "distinct", "2");
  passes("half", "distinct", "3");
  passes("images", "distinct_share", "1");
  refuses("table", "distinct", "2");
}

TEST(Interpolate, is_exact_and_rounded_once) {
  using detail::interpolate;
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 61U;
  EXPECT_EQ(interpolate(Number{std::int64_t{1}}, Number{std::int64_t{4}}, kHalf), Number{2.5});
  constexpr std::int64_t kBig = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(interpolate(Number{kBig - 2}, Number{kBig}, kHalf), Number{kBig - 1});
  EXPECT_EQ(interpolate(Number{-kBig}, Number{kBig}, kHalf), Number{0.0});
  EXPECT_EQ(interpolate(Number{kBig}, Number{std::uint64_t{UINT64_MAX}}, kHalf),
            Number{std::uint64_t{13835058055282163711U}});
  EXPECT_EQ(interpolate(Number{-1e308}, Number{1.5e308}, kHalf), Number{0.25e308});
  EXPECT_EQ(interpolate(Number{5e-324}, Number{1.5e-323}, kHalf), Number{1e-323});
  EXPECT_EQ(interpolate(Number{1.0}, Number{HUGE_VAL}, kHalf), Number{HUGE_VAL});
  EXPECT_EQ(interpolate(Number{-HUGE_VAL}, Number{1.0}, kHalf), Number{-HUGE_VAL});
  EXPECT_EQ(interpolate(Number{-HUGE_VAL}, Number{HUGE_VAL}, kHalf), std::nullopt);
}

TEST(QuantilePlace, is_that_of_numpy) {
  const auto middle = detail::quantile_place(0.3, 11);
  EXPECT_EQ(middle.low, 3U);
  EXPECT_EQ(middle.weight, 0U);
  const auto last = detail::quantile_place(1, 7);
  EXPECT_EQ(last.low, 6U);
  EXPECT_EQ(last.high, 6U);
}

/// What `visit` calls, as a table, checking the order.
template <class Key>
std::map<Key, std::uint64_t> visited(const detail::KeyRuns<Key>& runs) {
  std::map<Key, std::uint64_t> seen;
  runs.visit([&](Key key, std::uint64_t times) {
    EXPECT_TRUE(seen.empty() || seen.rbegin()->first < key);
    seen[key] += times;
  });
  return seen;
}

/// Random keys below `most`, in memory and with so little that they are counted or lie on the disk.
template <class Key>
void compare_with_a_table(std::size_t count, Key most) {
  std::mt19937_64 random(count);
  std::map<Key, std::uint64_t> expected;
  detail::KeyRuns<Key> roomy;
  detail::KeyRuns<Key> narrow;
  roomy.allow(std::size_t{1} << 24U, count);
  narrow.allow(0, count);
  for (std::size_t done = 0; done < count;) {
    std::vector<Key> block(std::min<std::size_t>(count - done, 1 + random() % 9000));
    for (Key& key : block) {
      key = static_cast<Key>(random() % most);
      ++expected[key];
    }
    roomy.append(block);
    narrow.append(block);
    done += block.size();
  }
  roomy.finish();
  narrow.finish();
  EXPECT_EQ(roomy.total(), count);
  EXPECT_EQ(visited(roomy), expected);
  EXPECT_EQ(visited(narrow), expected);
}

TEST(KeyRuns, gives_every_key_in_order_with_its_times_wherever_it_was_kept) {
  compare_with_a_table<std::uint32_t>(0, 1);
  compare_with_a_table<std::uint32_t>(3000, 5);
  compare_with_a_table<std::uint32_t>(200000, 90);
  compare_with_a_table<std::uint32_t>(200000, 100000);
  compare_with_a_table<std::uint32_t>(70000, 0xFFFFFFFFU);
  compare_with_a_table<std::uint64_t>(70000, UINT64_MAX);
  compare_with_a_table<std::uint64_t>(30000, 300);
}

}  // namespace
}  // namespace assay::expect
