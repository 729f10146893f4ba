#include <assay/base/error.hpp>

#include <ATen/ops/equal.h>
#include <ATen/ops/full.h>
#include <fashion_mnist/images.hpp>
#include <fashion_mnist/lenet.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace assay::suites {
namespace {

using testing::Each;
using testing::HasSubstr;

train::RecipeSettings with_seed(std::uint64_t seed) {
  train::RecipeSettings settings;
  settings.seed = seed;
  return settings;
}

// Each class has 6,000 images, as published.
TEST(Lenet, an_epoch_holds_all_images_of_every_class) {
  Lenet recipe({}, with_seed(5));
  const train::Declarations declared = recipe.declarations();
  EXPECT_EQ(declared.steps, 1000U);
  EXPECT_EQ(declared.classes, 10U);
  std::array<int, 10> seen{};
  for (std::uint64_t index = 0; index < declared.steps; ++index) {
    const train::Batch batch = recipe.batch(index);
    const auto* labels = batch.targets.const_data_ptr<std::int64_t>();
    for (std::int64_t row = 0; row < batch.targets.size(0); ++row) {
      ++seen.at(static_cast<std::size_t>(labels[row]));
    }
  }
  EXPECT_THAT(seen, Each(6000));
}

TEST(Lenet, an_image_keeps_its_label) {
  Lenet recipe({}, with_seed(5));
  SampleOrder order(5, fashion_mnist().train.count, 60);
  const train::Batch batch = recipe.batch(1234);
  const auto samples = order.batch(1234);
  for (std::size_t row = 0; row < samples.size(); ++row) {
    const std::byte* pixels = fashion_mnist().train.pixels.data() + samples[row] * std::size_t{784};
    const float* prepared = batch.inputs.const_data_ptr<float>() + row * 784;
    for (std::size_t i = 0; i < 784; ++i) {
      // Mean 72.9404 and deviation 90.0212 of all grey values, as published.
      ASSERT_NEAR(prepared[i], (std::to_integer<int>(pixels[i]) - 72.9404) / 90.0212, 1e-4);
    }
    EXPECT_EQ(batch.targets.const_data_ptr<std::int64_t>()[row],
              std::to_integer<std::int64_t>(fashion_mnist().train.labels[samples[row]]));
  }
}

TEST(Lenet, a_seed_gives_the_same_batches_and_others_give_others) {
  Lenet recipe({}, with_seed(5));
  Lenet same({}, with_seed(5));
  Lenet other({}, with_seed(6));
  static_cast<void>(same.batch(2000));
  EXPECT_TRUE(at::equal(recipe.batch(3).inputs, same.batch(3).inputs));
  EXPECT_FALSE(at::equal(recipe.batch(3).inputs, other.batch(3).inputs));
}

TEST(Lenet, settings_win_over_the_size_of_batches_of_the_options) {
  train::RecipeSettings settings = with_seed(5);
  settings.batch_size = 32;
  Lenet recipe({}, settings);
  EXPECT_EQ(recipe.batch(0).inputs.sizes(), (at::IntArrayRef{32, 1, 28, 28}));
  EXPECT_EQ(recipe.declarations().steps, 1875U);
}

TEST(Lenet, dropout_is_declared_stochastic) {
  EXPECT_EQ(Lenet({}, {}).declarations().stochastic, false);
  EXPECT_EQ(Lenet({.batch_norm = true}, {}).declarations().stochastic, false);
  EXPECT_EQ(Lenet({.dropout = 0.25}, {}).declarations().stochastic, true);
}

TEST(Lenet, a_batch_larger_than_the_data_is_refused) {
  EXPECT_THROW(static_cast<void>(Lenet({.batch_size = 60001}, {}).declarations()), base::UserError);
}

TEST(Lenet, other_devices_and_other_images_are_refused) {
  train::RecipeSettings settings;
  settings.device = "cuda";
  EXPECT_THROW(Lenet({}, settings), base::UserError);
  Lenet recipe({}, {});
  EXPECT_THROW(static_cast<void>(recipe.prepare(at::full({2, 28, 28}, 1.0))), base::UserError);
  EXPECT_THROW(static_cast<void>(recipe.prepare(at::full({2, 28, 27}, 1, at::kByte))), base::UserError);
  EXPECT_EQ(recipe.prepare(at::full({2, 28, 28}, 1, at::kByte)).sizes(), (at::IntArrayRef{2, 1, 28, 28}));
}

}  // namespace
}  // namespace assay::suites
