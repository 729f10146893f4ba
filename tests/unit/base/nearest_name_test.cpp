#include <assay/base/nearest_name.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::base {
namespace {

const std::vector<std::string> kKeys{"exists", "dtype",  "shape", "rows", "values", "in_set", "mean",
                                     "std",    "median", "min",   "max",  "ks",     "js",     "unit"};

std::optional<std::string> nearest(std::string_view written) { return nearest_name(written, kKeys); }

TEST(NearestName, FindsMistypedKeys) {
  EXPECT_EQ(nearest("valeus"), "values");  // two neighbours swapped
  EXPECT_EQ(nearest("vales"), "values");   // one left out
  EXPECT_EQ(nearest("shapes"), "shape");   // one too many
  EXPECT_EQ(nearest("dtipe"), "dtype");    // another letter
  EXPECT_EQ(nearest("medain"), "median");
  EXPECT_EQ(nearest("mean"), "mean");
}

TEST(NearestName, CaseAloneCountsHalf) {
  EXPECT_EQ(nearest("Mean"), "mean");
  EXPECT_EQ(nearest("VALUES"), "values");
  EXPECT_EQ(nearest("VALEUS"), std::nullopt);  // more than a third of six letters
  // One edit of case is nearer than one of a letter, whatever the order.
  EXPECT_EQ(nearest_name("Rows", std::vector<std::string>{"bows", "rows"}), "rows");
}

TEST(NearestName, NamesWithNothingInCommonAreNotSuggested) {
  EXPECT_EQ(nearest("x"), std::nullopt);
  EXPECT_EQ(nearest("min_value_of_all"), std::nullopt);
  EXPECT_EQ(nearest("recipe"), std::nullopt);
  EXPECT_EQ(nearest(""), std::nullopt);
  EXPECT_EQ(nearest_name("mean", {}), std::nullopt);
}

TEST(NearestName, AThirdOfTheLongerNameIsTheLimit) {
  const std::vector<std::string> allowed{"abcdefghi"};
  EXPECT_EQ(nearest_name("abcdefXYZ", allowed), "abcdefghi");   // three of nine
  EXPECT_EQ(nearest_name("abcdeWXYZ", allowed), std::nullopt);  // four of nine
}

TEST(NearestName, OfEqualsTheFirstIsTaken) {
  EXPECT_EQ(nearest_name("max_", std::vector<std::string>{"max1", "max2"}), "max1");
  EXPECT_EQ(nearest_name("max_", std::vector<std::string>{"max2", "max1"}), "max2");
}

TEST(NearestName, AMegabyteOfNameIsRefusedAtOnce) {
  const std::string hostile(1U << 20U, 'a');
  EXPECT_EQ(nearest(hostile), std::nullopt);
  EXPECT_EQ(nearest_name(hostile, std::vector<std::string>{hostile + "b"}), std::nullopt);
}

}  // namespace
}  // namespace assay::base
