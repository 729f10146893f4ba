// Samples of rows, and what a selection says of itself; what it selects is compared with NumPy in random_suite.py.
#include <assay/expect/detail/row_choice.hpp>
#include <assay/expect/detail/selection.hpp>

#include "checks_fixture.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace assay::expect::detail {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::uint64_t> rows_of(const RowChoice& choice) {
  std::vector<std::uint64_t> rows;
  for (std::uint64_t i = 0; i < choice.count(); ++i) rows.push_back(choice.row(i));
  return rows;
}

RowChoice sampled(RowChoice choice, std::uint64_t rows, std::uint64_t seed) {
  choice.take_sample({rows, seed});
  return choice;
}

TEST(RowChoice, sample_is_evenly_spread_and_repeatable) {
  for (const std::uint64_t all : {1U, 2U, 7U, 100U, 1000U, 4097U}) {
    for (std::uint64_t n = 1; n <= all; n = n * 2 + 1) {
      const std::vector<std::uint64_t> rows = rows_of(sampled({0, 1, all}, n, 5));
      ASSERT_EQ(rows.size(), n);
      for (std::uint64_t i = 0; i < n; ++i) {
        // One of each n-th part.
        ASSERT_GE(rows[i], i * all / n);
        ASSERT_LT(rows[i], (i + 1) * all / n);
      }
      ASSERT_EQ(rows, rows_of(sampled({0, 1, all}, n, 5)));
    }
  }
  EXPECT_NE(rows_of(sampled({0, 1, 1000}, 30, 1)), rows_of(sampled({0, 1, 1000}, 30, 2)));
}

TEST(RowChoice, sample_favours_no_row) {
  std::vector<int> taken(60);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    for (const std::uint64_t row : rows_of(sampled({0, 1, 60}, 6, seed))) ++taken[row];
  }
  // 300 are expected of each; six standard deviations (16.4) are 99.
  for (const int times : taken) EXPECT_NEAR(times, 300, 99);
}

TEST(RowChoice, counts_rows_before_a_place) {
  for (const RowChoice& choice :
       {RowChoice(0, 1, 50), RowChoice(3, 1, 40), RowChoice(2, 7, 6), sampled({0, 1, 500}, 60, 1),
        sampled({5, 3, 100}, 33, 2), sampled({0, 1, 64}, 63, 3), RowChoice(4, 2, 0)}) {
    const std::vector<std::uint64_t> rows = rows_of(choice);
    for (std::uint64_t place = 0; place < 520; ++place) {
      const auto wanted = std::lower_bound(rows.begin(), rows.end(), place) - rows.begin();
      ASSERT_EQ(choice.before(place), static_cast<std::uint64_t>(wanted)) << place;
    }
  }
}

TEST(RowChoice, sample_of_more_than_there_is_is_everything) {
  EXPECT_EQ(rows_of(sampled({1, 2, 3}, 3, 9)), (std::vector<std::uint64_t>{1, 3, 5}));
  EXPECT_EQ(rows_of(sampled({1, 2, 3}, 99, 9)), (std::vector<std::uint64_t>{1, 3, 5}));
}

using tests::Checks;

// images[r, c, k] = 6 r + 2 c + k for r, k in 0..1 and c in 0..2
TEST_F(Checks, selection_is_a_dataset_of_its_own_with_places_of_the_whole) {
  passes("images[:, 1]", "shape", "[2, 2]");
  passes("images[1]", "rows", "3");
  passes("images[1, 2, 0]", "rank", "0");
  passes("images[1, 2, 0]", "values", "10");
  passes("images[..., 1]", "mean", "[6, 6]");
  const auto result = fails("images[:, ::-1, 1]", "values", "[0, 8]");
  ASSERT_EQ(result.failures.front().offenders.size(), 2U);
  EXPECT_EQ(result.failures.front().offenders[0].row, 1U);
  EXPECT_THAT(result.failures.front().offenders[0].index, ElementsAre(1, 2, 1));
  EXPECT_THAT(result.failures.front().offenders[1].index, ElementsAre(1, 1, 1));
  EXPECT_THAT(result.reason, HasSubstr("/images[:, ::-1, 1] in d.h5"));
  // A row of what an index has left: its place says which.
  const auto row = fails("images[1]", "row_sum", "[0, 20]");
  EXPECT_THAT(row.failures.front().offenders[0].index, ElementsAre(1, 2));
}

TEST_F(Checks, selection_that_the_data_lack_fails_and_says_why) {
  EXPECT_THAT(fails("images[:, 3]", "values", "[0, 99]").reason,
              HasSubstr("there is no /images[:, 3] in d.h5: dimension 1 has 3 positions, so there is no index 3"));
  EXPECT_THAT(fails("images[0, 0, 0, 0]", "values", "[0, 99]").reason,
              HasSubstr("it has 3 dimensions, and 4 are selected from"));
  EXPECT_THAT(fails("images[9:]", "values", "[0, 99]").reason, HasSubstr("no data"));
  refuses("images[::-1]", "values", "[0, 99]");
}

TEST_F(Checks, sample_says_that_it_is_one) {
  const auto result = fails("images", "values", "[-2, -1]", "sample = { rows = 1, seed = 4 }");
  EXPECT_THAT(result.reason, HasSubstr("of a sample of 1 row of /images in d.h5"));
  EXPECT_EQ(*result.failures.front().total, 6U);
  passes("images", "rows", "2", "sample = { rows = 1 }");
  refuses("images", "unique", "true", "sample = { rows = 1 }");
  refuses("images", "disjoint_from", "\"images\"", "sample = { rows = 1 }");
  passes("images", "mean", "[0, 11]", "sample = { rows = 1 }");
  EXPECT_EQ(check("images", "mean", "[0, 11]", "sample = { rows = 1 }").reason, "of a sample of 1 row");
  passes("images", "equals", "\"images\"", "sample = { rows = 1, seed = 2 }");
}

}  // namespace
}  // namespace assay::expect::detail
