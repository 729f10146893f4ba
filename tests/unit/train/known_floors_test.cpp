#include <assay/train/detail/known_floors.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace assay::train::detail {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(KnownFloors, are_the_numbers_that_the_literature_gives) {
  TargetFacts ten;
  ten.classes = 10;
  ten.label_counts = {1, 1, 2};
  const auto floors = known_floors(ten);
  ASSERT_EQ(floors.size(), 3U);
  EXPECT_NEAR(floors[0].value, 1.4611501717, 1e-9);  // ln(1 + 9 / e)
  EXPECT_THAT(floors[0].cause, HasSubstr("double softmax"));
  EXPECT_NEAR(floors[1].value, 1.5 * std::log(2.0), 1e-12);  // shares 1/4, 1/4, 1/2: 1.5 bits
  EXPECT_NEAR(floors[2].value, 2.3025850930, 1e-9);
  ten.classes = 4;
  EXPECT_NEAR(known_floors(ten)[0].value, 0.7436683806, 1e-9);  // ln(1 + 3 / e)
}

TEST(KnownFloors, need_what_they_are_made_of) {
  EXPECT_THAT(known_floors({}), IsEmpty());
  TargetFacts values;
  values.variance = 2.5;
  ASSERT_EQ(known_floors(values).size(), 1U);
  EXPECT_EQ(known_floors(values)[0].value, 2.5);
  TargetFacts one_label;
  one_label.label_counts = {16};
  EXPECT_THAT(known_floors(one_label), IsEmpty());
}

TEST(Plateau, is_a_level_that_holds_to_the_end) {
  std::vector<double> losses;
  for (int i = 0; i < 200; ++i) {
    losses.push_back(1.5 + std::exp(-i / 10.0));
  }
  ASSERT_TRUE(plateau_of(losses));
  EXPECT_NEAR(*plateau_of(losses), 1.5, 1e-4);
  EXPECT_FALSE(plateau_of(std::span(losses).first(63)));
  losses[190] = 40;  // one bad step is no move
  EXPECT_TRUE(plateau_of(losses));
  losses[199] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(plateau_of(losses));
}

TEST(Plateau, is_none_while_the_loss_falls) {
  std::vector<double> losses;
  for (int i = 0; i < 200; ++i) {
    losses.push_back(2.0 - 0.005 * i);
  }
  EXPECT_FALSE(plateau_of(losses));
}

}  // namespace
}  // namespace assay::train::detail
