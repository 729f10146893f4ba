#include <assay/train/detail/batch_hash.hpp>
#include <assay/train/detail/scores.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace assay::train::detail {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::uint64_t hash(const std::vector<int>& inputs, const std::vector<int>& targets) {
  const std::vector<Column> columns = {{std::as_bytes(std::span(inputs))}, {std::as_bytes(std::span(targets))}};
  return order_free_hash(sample_hashes(columns, targets.size()));
}

TEST(BatchHash, ignores_the_order_of_samples_and_nothing_else) {
  const std::uint64_t base = hash({1, 2, 3, 4, 5, 6}, {0, 1, 2});
  EXPECT_EQ(hash({5, 6, 1, 2, 3, 4}, {2, 0, 1}), base);
  EXPECT_NE(hash({1, 2, 3, 4, 5, 6}, {1, 0, 2}), base);  // labels moved
  EXPECT_NE(hash({2, 1, 3, 4, 5, 6}, {0, 1, 2}), base);
  EXPECT_NE(hash({1, 2, 3, 4, 5, 7}, {0, 1, 2}), base);
  EXPECT_NE(hash({1, 2, 3, 4, 5, 6, 5, 6}, {0, 1, 2, 2}), base);
  EXPECT_NE(hash({1, 2, 1, 2}, {0, 0}), hash({3, 4, 3, 4}, {0, 0}));  // pairs do not cancel out
}

TEST(RepeatedRows, name_the_first_of_their_kind) {
  const std::vector<int> rows = {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 2, 1};
  EXPECT_THAT(repeated_rows({std::as_bytes(std::span(rows))}, 6), ElementsAre(Pair(2, 0), Pair(3, 1), Pair(4, 0)));
  EXPECT_THAT(repeated_rows({}, 0), IsEmpty());
}

TEST(CountRight, lower_class_wins_and_nan_is_wrong) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const ScoreTable scores{5, 2, {1, 1, 0, 2, nan, 3, 3, nan, 5, 4}};
  EXPECT_EQ(count_right(scores, std::vector<std::int64_t>{0, 1, 1, 0, -1}), 2U);
  EXPECT_EQ(count_right(scores, std::vector<std::int64_t>{1, 1, 0, 1, 0}), 2U);
}

}  // namespace
}  // namespace assay::train::detail
