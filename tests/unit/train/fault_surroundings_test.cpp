// Faults of batches, modes and the process.
#include <assay/train/fault.hpp>
#include <assay/train/recipe.hpp>

#include "mlp_recipe.hpp"
#include "ramp_recipe.hpp"
#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <torch/nn/module.h>
#include <torch/types.h>

#include <cmath>
#include <csignal>
#include <memory>
#include <unistd.h>
#include <utility>
#include <vector>

namespace assay::train {
namespace {

using testing::ElementsAre;

std::vector<double> numbers_in(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.to(torch::kDouble).flatten().contiguous();
  return {flat.const_data_ptr<double>(), flat.const_data_ptr<double>() + flat.numel()};
}

std::vector<double> inputs_with(const char* id) { return numbers_in(with_fault(ramp(), id)({})->batch(0).inputs); }
std::vector<double> targets_with(const char* id) { return numbers_in(with_fault(ramp(), id)({})->batch(0).targets); }

TEST(BatchFault, changes_what_it_says) {
  EXPECT_THAT(inputs_with("inputs_zeroed"), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(inputs_with("inputs_times_255"), ElementsAre(255, 510, 765, -255));
  EXPECT_THAT(inputs_with("samples_repeated"), ElementsAre(1, 2, 1, 2));
  EXPECT_THAT(targets_with("samples_repeated"), ElementsAre(2, -1, 2, -1));
  EXPECT_THAT(inputs_with("one_sample_everywhere"), ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(inputs_with("samples_missing"), ElementsAre(1, 2));
  EXPECT_THAT(targets_with("samples_missing"), ElementsAre(2, -1));
  EXPECT_THAT(inputs_with("target_in_inputs"), ElementsAre(2, -1, 0.5, 1));
  EXPECT_THAT(targets_with("targets_scaled"), ElementsAre(2000, -1000, 500, 1000));
  EXPECT_THAT(targets_with("labels_shifted"), ElementsAre(-1, 0.5, 1, 2));
  EXPECT_TRUE(std::isnan(inputs_with("one_input_nan").at(0)));
  EXPECT_THAT(inputs_with("labels_permuted"), ElementsAre(1, 2, 3, -1));
}

TEST(BatchFault, permuted_labels_stay_permuted_and_shuffled_ones_do_not) {
  const auto permuted = with_fault(ramp(), "labels_permuted")({.seed = 4});
  const auto shuffled = with_fault(ramp(), "labels_shuffled")({.seed = 4});
  const std::vector<double> first = numbers_in(permuted->batch(0).targets);
  EXPECT_THAT(first, testing::UnorderedElementsAre(2, -1, 0.5, 1));
  EXPECT_THAT(first, testing::Not(ElementsAre(2, -1, 0.5, 1)));
  bool changes = false;
  const std::vector<double> before = numbers_in(shuffled->batch(0).targets);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(numbers_in(permuted->batch(0).targets), first);
    const std::vector<double> now = numbers_in(shuffled->batch(0).targets);
    EXPECT_THAT(now, testing::UnorderedElementsAre(2, -1, 0.5, 1));
    changes = changes || now != before;
  }
  EXPECT_TRUE(changes);
}

TEST(BatchFault, noise_differs_from_step_to_step_and_the_golden_batch_has_none) {
  const auto recipe = with_fault(ramp(), "inputs_noisy")({});
  const std::vector<double> first = numbers_in(recipe->batch(0).inputs);
  EXPECT_NE(numbers_in(recipe->batch(0).inputs), first);
  EXPECT_NEAR(first.at(2), 3, 1.5);  // a tenth of the deviation of 1.7, five times
  EXPECT_THAT(numbers_in(recipe->golden_batch(0).inputs), ElementsAre(1, 2, 3, -1));
}

/// Batch norm, and dropout where it is asked for.
std::unique_ptr<Recipe> with_norm(const char* id) { return with_fault(mlp(Twist::kDropout), id)({.seed = 9}); }

at::Tensor buffer_of(Recipe& recipe, const char* name) { return recipe.model().named_buffers()[name].clone(); }

TEST(ModeFault, evaluation_mode_stays_on_after_the_first_step) {
  const auto recipe = with_norm("evaluation_mode_left_on");
  recipe->step(recipe->batch(0));
  EXPECT_FALSE(recipe->model().is_training());
  const at::Tensor mean = buffer_of(*recipe, "norm.running_mean");
  EXPECT_FALSE(mean.eq(0).all().item<bool>());
  recipe->step(recipe->batch(0));
  EXPECT_TRUE(mean.equal(buffer_of(*recipe, "norm.running_mean")));
}

TEST(ModeFault, frozen_buffers_never_move) {
  const auto recipe = with_norm("buffers_frozen");
  recipe->step(recipe->batch(0));
  EXPECT_TRUE(buffer_of(*recipe, "norm.running_mean").eq(0).all().item<bool>());
  EXPECT_TRUE(buffer_of(*recipe, "norm.running_var").eq(1).all().item<bool>());
  EXPECT_EQ(buffer_of(*recipe, "norm.num_batches_tracked").item<int>(), 0);
}

TEST(ModeFault, dropout_is_never_or_always_off) {
  const torch::NoGradGuard guard;
  for (const auto& [id, differs] : {std::pair{"dropout_never_off", true}, std::pair{"dropout_always_off", false}}) {
    const auto recipe = with_norm(id);
    const Batch batch = recipe->batch(0);
    recipe->model().eval();
    EXPECT_NE(recipe->outputs(batch).equal(recipe->outputs(batch)), differs) << id;
    EXPECT_NE(recipe->loss(batch).equal(recipe->loss(batch)), differs) << id;
    EXPECT_FALSE(recipe->model().is_training());
    recipe->model().train();
    EXPECT_NE(recipe->loss(batch).equal(recipe->loss(batch)), differs) << id;
  }
}

TEST(ModeFault, scores_made_in_training_mode_know_their_batch) {
  const torch::NoGradGuard guard;
  const auto recipe = with_fault(mlp(), "training_mode_never_left")({});
  recipe->model().eval();
  const at::Tensor inputs = recipe->batch(0).inputs;
  const at::Tensor whole = recipe->scores(inputs);
  EXPECT_FALSE(whole.slice(0, 0, 8).allclose(recipe->scores(inputs.slice(0, 0, 8)), 1e-4));
  EXPECT_FALSE(recipe->model().is_training());
}

TEST(ProcessFault, kept_graphs_hold_on_to_what_they_need) {
  const auto healthy = mlp()({});
  const auto faulty = with_fault(mlp(), "graphs_kept")({});
  std::vector<std::size_t> uses;
  for (Recipe* each : {healthy.get(), faulty.get()}) {
    const Batch batch = each->batch(0);
    for (int i = 0; i < 10; ++i) {
      each->step(batch);
    }
    uses.push_back(batch.inputs.use_count());
  }
  EXPECT_GE(uses.at(1), uses.at(0) + 9);
}

TEST(ProcessFault, leaked_memory_stays_allocated) {
  const auto recipe = with_fault(ramp(), "memory_leaks")({});
  const Batch batch = recipe->batch(0);
  const auto held = [] {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
  };
  recipe->step(batch);
  const std::size_t before = held();
  for (int i = 0; i < 16; ++i) {
    recipe->step(batch);
  }
  EXPECT_GE(held(), before + 15 * (std::size_t{1} << 18U));
}

TEST(ProcessFault, what_belongs_to_the_process_is_changed) {
  const auto reseeded = with_fault(mlp(Twist::kDropout), "random_numbers_reseeded")({});
  const Batch batch = reseeded->batch(0);
  reseeded->step(batch);
  const double one = torch::rand({}).item<double>();
  reseeded->step(batch);
  EXPECT_EQ(torch::rand({}).item<double>(), one);

  at::set_num_threads(1);
  const auto threads = with_fault(ramp(), "threads_changed")({});
  threads->step(threads->batch(0));
  EXPECT_EQ(at::get_num_threads(), 2);
  at::set_num_threads(1);

  auto type = with_fault(ramp(), "default_type_changed")({});
  type->step(type->batch(0));
  EXPECT_EQ(torch::get_default_dtype(), caffe2::TypeMeta::Make<double>());
  type.reset();
  EXPECT_EQ(torch::get_default_dtype(), caffe2::TypeMeta::Make<float>());
}

TEST(ProcessFault, a_step_that_hangs_is_said_not_to_end) {
  for (const FaultDescription& each : built_in_faults()) {
    EXPECT_EQ(each.ends, each.id != "step_hangs") << each.id;
  }
  const auto recipe = with_fault(ramp(), "step_hangs")({});
  const Batch batch = recipe->batch(0);
  for (int i = 0; i < 3; ++i) {
    recipe->step(batch);
  }
  // The clock ends it, not the step.
  const auto step_with_alarm = [&] {
    ::alarm(1);
    recipe->step(batch);
  };
  EXPECT_EXIT(step_with_alarm(), testing::KilledBySignal(SIGALRM), "");
}

}  // namespace
}  // namespace assay::train
