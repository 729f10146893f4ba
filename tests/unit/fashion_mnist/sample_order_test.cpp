#include <assay/base/error.hpp>

#include <fashion_mnist/sample_order.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace assay::suites {
namespace {

std::vector<std::uint32_t> epoch_of(SampleOrder& order, std::uint64_t epoch) {
  std::vector<std::uint32_t> samples;
  for (std::uint64_t i = 0; i < order.batches_per_epoch(); ++i) {
    const auto batch = order.batch(epoch * order.batches_per_epoch() + i);
    samples.insert(samples.end(), batch.begin(), batch.end());
  }
  return samples;
}

TEST(SampleOrder, an_epoch_holds_every_sample_once) {
  SampleOrder order(3, 120, 8);
  EXPECT_EQ(order.batches_per_epoch(), 15U);
  std::vector<std::uint32_t> samples = epoch_of(order, 0);
  std::sort(samples.begin(), samples.end());
  std::vector<std::uint32_t> all(120);
  for (std::uint32_t i = 0; i < 120; ++i) {
    all[i] = i;
  }
  EXPECT_EQ(samples, all);
}

TEST(SampleOrder, a_rest_that_fills_no_batch_is_left_out_and_nothing_comes_twice) {
  SampleOrder order(3, 10, 4);
  for (const std::uint64_t epoch : {0U, 1U, 2U}) {
    std::vector<std::uint32_t> samples = epoch_of(order, epoch);
    EXPECT_EQ(samples.size(), 8U);
    std::sort(samples.begin(), samples.end());
    EXPECT_EQ(std::adjacent_find(samples.begin(), samples.end()), samples.end()) << "epoch " << epoch;
  }
}

TEST(SampleOrder, epochs_and_seeds_have_orders_of_their_own) {
  SampleOrder order(3, 120, 8);
  SampleOrder other(4, 120, 8);
  const auto first = epoch_of(order, 0);
  EXPECT_NE(first, epoch_of(order, 1));
  EXPECT_NE(first, epoch_of(other, 0));
}

TEST(SampleOrder, a_batch_is_the_same_whatever_was_asked_before) {
  SampleOrder order(3, 120, 8);
  SampleOrder again(3, 120, 8);
  const auto second = order.batch(1);
  const auto later = order.batch(47);
  EXPECT_EQ(again.batch(47), later);
  EXPECT_EQ(again.batch(1), second);
}

// Worked out by a program in Python that follows the published definitions of FNV-1a, SplitMix64 and MT19937-64.
TEST(SampleOrder, is_the_same_on_every_machine) {
  SampleOrder order(7, 10, 10);
  EXPECT_THAT(order.batch(0), testing::ElementsAre(8, 6, 1, 4, 5, 0, 2, 9, 7, 3));
  EXPECT_THAT(order.batch(1), testing::ElementsAre(2, 4, 6, 1, 8, 0, 3, 5, 9, 7));
}

TEST(SampleOrder, refuses_batches_that_cannot_be_taken) {
  EXPECT_THROW(SampleOrder(1, 10, 0), base::UserError);
  EXPECT_THROW(SampleOrder(1, 10, 11), base::UserError);
  EXPECT_THROW(SampleOrder(1, 0, 0), base::UserError);
  EXPECT_NO_THROW(SampleOrder(1, 10, 10));
}

}  // namespace
}  // namespace assay::suites
