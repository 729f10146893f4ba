#include <gtest/gtest.h>

#include <cstdlib>

namespace {

TEST(Quick, arithmetic) { EXPECT_EQ(1 + 1, std::getenv("ASSAY_TEST_BREAKS") == nullptr ? 2 : 3) << "one and one"; }

TEST(Slow, arithmetic) { EXPECT_EQ(2 * 2, 4); }

}  // namespace
