// The exact p against fractions of whole numbers computed by Python.
#include <assay/examples/mcnemar.hpp>

#include "run_program.hpp"
#include <gtest/gtest.h>

#include <sstream>

namespace assay::examples {
namespace {

TEST(mcnemar, equals_exact_fractions) {
  std::istringstream lines(tests::run_script("mcnemar_fractions.py", {}));
  std::uint64_t negative = 0;
  std::uint64_t positive = 0;
  double expected = 0;
  int seen = 0;
  while (lines >> negative >> positive >> expected) {
    EXPECT_NEAR(mcnemar_p(negative, positive), expected, expected * 1e-12) << negative << " against " << positive;
    ++seen;
  }
  EXPECT_GT(seen, 400);
}

TEST(mcnemar, ends_of_its_range) {
  EXPECT_EQ(mcnemar_p(0, 0), 1.0);
  EXPECT_EQ(mcnemar_p(1, 0), 1.0);
  EXPECT_EQ(mcnemar_p(0, 9), 0.00390625);
  EXPECT_EQ(mcnemar_p(1000000, 0), 0.0);
  EXPECT_EQ(mcnemar_p(3, 70), mcnemar_p(70, 3));
}

}  // namespace
}  // namespace assay::examples
