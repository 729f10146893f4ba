#include <assay/base/seed.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

namespace assay::base {
namespace {

// Computed with a few lines of Python from the published constants of SplitMix64 and FNV-1a.
TEST(DeriveSeed, IsTheSameOnEveryMachine) {
  EXPECT_EQ(derive_seed(0, ""), 6566800829925814604U);
  EXPECT_EQ(derive_seed(1, "model"), 5990097629966554856U);
  EXPECT_EQ(derive_seed(18446744073709551615U, "data"), 11023703649703522125U);
}

TEST(DeriveSeed, NeighboursGiveDifferentStreams) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    for (int purpose = 0; purpose < 100; ++purpose) {
      seen.insert(derive_seed(seed, "purpose " + std::to_string(purpose)));
    }
  }
  EXPECT_EQ(seen.size(), 10000U);
}

}  // namespace
}  // namespace assay::base
