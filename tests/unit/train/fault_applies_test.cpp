// What cannot be put into which recipe, and what holds for all faults.
#include <assay/base/error.hpp>
#include <assay/train/fault.hpp>
#include <assay/train/recipe.hpp>

#include "mlp_recipe.hpp"
#include "ramp_recipe.hpp"
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace assay::train {
namespace {

using testing::HasSubstr;

struct NotHere {
  const char* id;
  RampOptions options;
  const char* why;
  friend void PrintTo(const NotHere& each, std::ostream* out) { *out << each.id; }
};

class NotApplicable : public testing::TestWithParam<NotHere> {};

TEST_P(NotApplicable, says_why) {
  const auto why = why_not_applicable(ramp(GetParam().options), {}, GetParam().id);
  ASSERT_TRUE(why);
  EXPECT_THAT(*why, HasSubstr(GetParam().why));
}

INSTANTIATE_TEST_SUITE_P(
    Ramp, NotApplicable,
    testing::Values(NotHere{"buffers_frozen", {}, "no buffer of the model changes"},
                    NotHere{"dropout_never_off", {}, "no dropout layer"},
                    NotHere{"dropout_always_off", {}, "no dropout layer"},
                    NotHere{"evaluation_mode_left_on", {}, "the same in training and evaluation mode"},
                    NotHere{"training_mode_never_left", {}, "the same in training and evaluation mode"},
                    NotHere{"optimizer_state_lost", {}, "keeps nothing from step to step"},
                    NotHere{"softmax_doubled", {}, "no cross-entropy"},
                    NotHere{"softmax_doubled", {.declares = false}, "does not declare its loss"},
                    NotHere{"future_leaks", {}, "does not declare that its outputs depend on the past alone"},
                    NotHere{"labels_permuted", {.one_target = true}, "all targets of a batch are the same"},
                    NotHere{"body_frozen", {.one_layer = true}, "only one layer"},
                    NotHere{"optimizer_misses_body", {.one_layer = true}, "the optimizer holds the last layer alone"},
                    NotHere{"no_zero_grad", {.own_loop = true}, "a training loop of its own"},
                    NotHere{"loss_summed", {.own_loop = true}, "a training loop of its own"}));

TEST(Fault, around_a_loop_of_its_own_is_still_possible) {
  EXPECT_EQ(why_not_applicable(ramp({.own_loop = true}), {}, "rate_by_5"), std::nullopt);
  EXPECT_EQ(why_not_applicable(ramp({.own_loop = true}), {}, "labels_permuted"), std::nullopt);
}

TEST(Fault, an_unknown_id_is_refused_with_the_nearest) {
  EXPECT_THAT([] { return with_fault(ramp(), "no_zero_grads"); },
              testing::ThrowsMessage<base::UserError>(HasSubstr("did you mean `no_zero_grad`?")));
  EXPECT_THROW(static_cast<void>(why_not_applicable(ramp(), {}, "")), base::UserError);
}

TEST(Fault, each_has_a_name_a_sentence_and_a_source) {
  std::vector<std::string_view> ids;
  for (const FaultDescription& each : built_in_faults()) {
    EXPECT_FALSE(each.what.empty() || each.source.empty() || each.what.ends_with('.')) << each.id;
    ids.push_back(each.id);
  }
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
  EXPECT_GE(ids.size(), 50U);
}

TEST(Fault, the_same_seed_gives_the_same_faulty_run_to_the_bit) {
  at::set_num_threads(1);  // bits are promised for one; two wait for each other on a busy machine
  for (const FaultDescription& each : built_in_faults()) {
    // Without a default type of float32 the test's own recipe has no second batch.
    if (!each.ends || each.id == "default_type_changed" ||
        why_not_applicable(mlp(Twist::kDropout), {.seed = 2}, each.id)) {
      continue;
    }
    std::vector<std::vector<double>> runs;
    for (int run = 0; run < 2; ++run) {
      at::Generator generator = at::detail::getDefaultCPUGenerator();
      generator.set_current_seed(2);
      const auto recipe = with_fault(mlp(Twist::kDropout), each.id)({.seed = 2});
      std::vector<double>& losses = runs.emplace_back();
      for (int i = 0; i < 4; ++i) {
        losses.push_back(recipe->step(recipe->batch(0)).item<double>());
      }
      losses.erase(std::remove_if(losses.begin(), losses.end(), [](double loss) { return std::isnan(loss); }),
                   losses.end());
    }
    EXPECT_EQ(runs.at(0), runs.at(1)) << each.id;
  }
  at::set_num_threads(1);
}

}  // namespace
}  // namespace assay::train
