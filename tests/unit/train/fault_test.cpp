// Faults of loop, loss, optimizer and model against a plain loop in double whose gradients are worked out by hand.
#include <assay/train/fault.hpp>
#include <assay/train/recipe.hpp>

#include "mlp_recipe.hpp"
#include "ramp_recipe.hpp"
#include <ATen/CPUGeneratorImpl.h>
#include <gtest/gtest.h>
#include <torch/types.h>

#include <cmath>
#include <ostream>
#include <set>

namespace assay::train {
namespace {

/// A hand-written run of Ramp, and what happens in it.
struct Plain {
  RampNumbers at = kRampStart;
  std::vector<double> x{kRampInputs.begin(), kRampInputs.end()};
  std::vector<double> y{kRampTargets.begin(), kRampTargets.end()};
  RampNumbers kept;  ///< of the step before, for those who need it
  double first = 0;  ///< the first loss
  int steps = 0;

  [[nodiscard]] double loss() const { return ramp_loss(at, x, y); }
  [[nodiscard]] RampNumbers gradient() const { return ramp_gradient(at, x, y); }
  void update(const RampNumbers& by, double rate = kRampRate) {
    at = {at.w - rate * by.w, at.b - rate * by.b, at.v - rate * by.v};
  }
};

RampNumbers times(const RampNumbers& a, double factor) { return {a.w * factor, a.b * factor, a.v * factor}; }
RampNumbers sum(const RampNumbers& a, const RampNumbers& b) { return {a.w + b.w, a.b + b.b, a.v + b.v}; }
RampNumbers half_gradient(const Plain& plain, bool second) {
  const auto part = [&](const std::vector<double>& all) {
    return second ? std::vector<double>(all.begin() + 2, all.end()) : std::vector<double>(all.begin(), all.begin() + 2);
  };
  return ramp_gradient(plain.at, part(plain.x), part(plain.y));
}

/// To the nearest number of 8 significant bits.
double rounded_to_bfloat16(double number) {
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  return std::ldexp(std::nearbyint(fraction * 256) / 256, exponent);
}

/// One step with the fault in it; the loss that it reports.
using PlainStep = double (*)(Plain& plain);

struct LoopCase {
  const char* id;
  PlainStep step;
  friend void PrintTo(const LoopCase& each, std::ostream* out) { *out << each.id; }
};

class LoopFault : public testing::TestWithParam<LoopCase> {};

TEST_P(LoopFault, does_what_a_plain_loop_with_it_does) {
  const RecipeSettings settings;
  ASSERT_EQ(why_not_applicable(ramp(), settings, GetParam().id), std::nullopt);
  const auto recipe = with_fault(ramp(), GetParam().id)(settings);
  Plain plain;
  plain.first = plain.loss();
  constexpr double kBeyondFloats = 1e6;  // some of them diverge, and then so do the two
  for (int i = 0; i < 12 && plain.loss() < kBeyondFloats; ++i) {
    const double expected = GetParam().step(plain);
    ++plain.steps;
    const double seen = recipe->step(recipe->batch(0)).item<double>();
    const RampNumbers now = numbers_of(*recipe);
    EXPECT_NEAR(seen, expected, 2e-4 * (1 + std::abs(expected))) << "loss at step " << i;
    EXPECT_NEAR(now.w, plain.at.w, 2e-4 * (1 + std::abs(plain.at.w))) << "step " << i;
    EXPECT_NEAR(now.b, plain.at.b, 2e-4 * (1 + std::abs(plain.at.b))) << "step " << i;
    EXPECT_NEAR(now.v, plain.at.v, 2e-4 * (1 + std::abs(plain.at.v))) << "step " << i;
  }
}

/// The loss before an update by these numbers.
double stepped(Plain& plain, const RampNumbers& by, double rate = kRampRate) {
  const double loss = plain.loss();
  plain.update(by, rate);
  return loss;
}

INSTANTIATE_TEST_SUITE_P(
    Loop, LoopFault,
    testing::Values(LoopCase{"no_zero_grad",
                             [](Plain& p) {
                               p.kept = sum(p.kept, p.gradient());
                               return stepped(p, p.kept);
                             }},
                    LoopCase{"no_optimizer_step", [](Plain& p) { return p.loss(); }},
                    LoopCase{"optimizer_steps_twice", [](Plain& p) { return stepped(p, times(p.gradient(), 2)); }},
                    LoopCase{"accumulation_unscaled",
                             [](Plain& p) { return stepped(p, sum(half_gradient(p, false), half_gradient(p, true))); }},
                    LoopCase{"accumulation_cleared", [](Plain& p) { return stepped(p, half_gradient(p, true)); }},
                    LoopCase{"gradients_clipped",
                             [](Plain& p) {
                               const RampNumbers g = p.gradient();
                               const double norm = std::sqrt(g.w * g.w + g.b * g.b + g.v * g.v);
                               return stepped(p, times(g, 0.001 / norm));
                             }},
                    LoopCase{"gradients_stale",
                             [](Plain& p) {
                               const RampNumbers now = p.gradient();
                               const double loss = stepped(p, p.steps == 0 ? now : p.kept);
                               p.kept = now;
                               return loss;
                             }},
                    LoopCase{"first_gradients_zeroed",
                             [](Plain& p) {
                               return stepped(p, {0, 0, p.gradient().v});
                             }},
                    LoopCase{"loss_reported_by_sample", [](Plain& p) { return stepped(p, p.gradient()) / 4; }},
                    LoopCase{"loss_reported_late", [](Plain& p) {
                               p.first = 0.9 * p.first + 0.1 * p.loss();
                               stepped(p, p.gradient());
                               return p.first;
                             }}));

INSTANTIATE_TEST_SUITE_P(
    Loss, LoopFault,
    testing::Values(LoopCase{"loss_summed", [](Plain& p) { return 4 * stepped(p, times(p.gradient(), 4)); }},
                    LoopCase{"loss_halved", [](Plain& p) { return stepped(p, times(p.gradient(), 0.5)) / 2; }},
                    LoopCase{"loss_clamped", [](Plain& p) { return 0.8 * p.first; }},
                    LoopCase{"penalty_added",
                             [](Plain& p) {
                               const double penalty = 1e-3 * (p.at.w * p.at.w + p.at.b * p.at.b + p.at.v * p.at.v);
                               return stepped(p, sum(p.gradient(), times(p.at, 2e-3))) + penalty;
                             }},
                    LoopCase{"samples_leak", [](Plain& p) {
                               p.x = {1 + 0.1 * -1, 2 + 0.1 * 1, 3 + 0.1 * 2, -1 + 0.1 * 3};
                               return stepped(p, p.gradient());
                             }}));

INSTANTIATE_TEST_SUITE_P(
    Optimizer, LoopFault,
    testing::Values(LoopCase{"rate_times_5", [](Plain& p) { return stepped(p, p.gradient(), 0.25); }},
                    LoopCase{"rate_by_5", [](Plain& p) { return stepped(p, p.gradient(), 0.01); }},
                    LoopCase{"rate_by_100", [](Plain& p) { return stepped(p, p.gradient(), 0.0005); }},
                    LoopCase{"rate_decays_each_step",
                             [](Plain& p) { return stepped(p, p.gradient(), 0.05 * std::pow(0.8, p.steps)); }},
                    LoopCase{"weight_decay_one", [](Plain& p) { return stepped(p, sum(p.gradient(), p.at)); }},
                    LoopCase{"optimizer_misses_first_layer",
                             [](Plain& p) {
                               return stepped(p, {0, 0, p.gradient().v});
                             }},
                    LoopCase{"optimizer_misses_biases", [](Plain& p) {
                               const RampNumbers g = p.gradient();
                               return stepped(p, {g.w, 0, g.v});
                             }}));

INSTANTIATE_TEST_SUITE_P(Model, LoopFault,
                         testing::Values(LoopCase{"first_layer_frozen",
                                                  [](Plain& p) {
                                                    return stepped(p, {0, 0, p.gradient().v});
                                                  }},
                                         LoopCase{"body_detached",
                                                  [](Plain& p) {
                                                    return stepped(p, {0, 0, p.gradient().v});
                                                  }},
                                         LoopCase{"weights_start_zero",
                                                  [](Plain& p) {
                                                    p.at = p.steps == 0 ? RampNumbers{0, kRampStart.b, 0} : p.at;
                                                    return stepped(p, p.gradient());
                                                  }},
                                         LoopCase{"weights_start_constant",
                                                  [](Plain& p) {
                                                    p.at = p.steps == 0 ? RampNumbers{0.01, kRampStart.b, 0.01} : p.at;
                                                    return stepped(p, p.gradient());
                                                  }},
                                         LoopCase{"weights_put_back", [](Plain& p) {
                                                    const double loss = stepped(p, p.gradient());
                                                    p.kept = p.steps == 0 ? p.at : p.kept;
                                                    p.at = p.steps == 9 ? p.kept : p.at;
                                                    return loss;
                                                  }}));

TEST(Fault, a_flipped_sign_climbs_and_a_negated_loss_says_so_too) {
  for (const bool in_the_log : {false, true}) {
    const auto recipe = with_fault(ramp(), in_the_log ? "loss_negated" : "sign_flipped")({});
    Plain plain;
    const double loss = plain.loss();
    plain.update(times(plain.gradient(), -1));
    EXPECT_NEAR(recipe->step(recipe->batch(0)).item<double>(), in_the_log ? -loss : loss, 1e-5);
    EXPECT_NEAR(numbers_of(*recipe).w, plain.at.w, 1e-5);
    EXPECT_GT(ramp_loss(numbers_of(*recipe), plain.x, plain.y), loss);
  }
}

TEST(Fault, rounded_weights_are_numbers_of_eight_bits) {
  const auto recipe = with_fault(ramp(), "weights_rounded")({});
  Plain plain;
  plain.update(plain.gradient());
  recipe->step(recipe->batch(0));
  EXPECT_EQ(numbers_of(*recipe).w, rounded_to_bfloat16(plain.at.w));
  EXPECT_EQ(numbers_of(*recipe).v, rounded_to_bfloat16(plain.at.v));
  EXPECT_NE(numbers_of(*recipe).w, plain.at.w);
}

TEST(Fault, large_weights_are_twenty_times_those_that_were_drawn) {
  const auto recipe = with_fault(ramp(), "weights_start_large")({});
  EXPECT_EQ(numbers_of(*recipe).w, 20 * kRampStart.w);
  EXPECT_EQ(numbers_of(*recipe).b, kRampStart.b);
}

TEST(Fault, a_rate_grows_and_a_loss_becomes_nan_only_once_the_loss_is_small) {
  for (const char* id : {"rate_grows_late", "loss_becomes_nan"}) {
    at::Generator generator = at::detail::getDefaultCPUGenerator();
    generator.set_current_seed(3);
    const auto healthy = mlp()({.seed = 3});
    generator.set_current_seed(3);
    const auto faulty = with_fault(mlp(), id)({.seed = 3});
    const double first = healthy->step(healthy->batch(0)).item<double>();
    EXPECT_EQ(faulty->step(faulty->batch(0)).item<double>(), first);
    double loss = first;
    int same = 0;
    while (loss >= 0.02 * first && same < 1000) {
      loss = healthy->step(healthy->batch(0)).item<double>();
      const double seen = faulty->step(faulty->batch(0)).item<double>();
      EXPECT_TRUE(seen == loss || loss < 0.02 * first) << id << ": " << seen << " for " << loss;
      ++same;
    }
    EXPECT_GT(same, 5) << id;
    healthy->step(healthy->batch(0));
    EXPECT_NE(faulty->step(faulty->batch(0)).item<double>(), healthy->step(healthy->batch(0)).item<double>()) << id;
  }
}

TEST(Fault, gradient_noise_is_a_part_of_the_gradient_and_another_at_each_step) {
  const auto recipe = with_fault(ramp(), "gradient_noise")({.seed = 5});
  Plain plain;
  std::set<double> noises;
  for (int i = 0; i < 8; ++i) {
    plain.at = numbers_of(*recipe);
    recipe->step(recipe->batch(0));
    const double noise = (plain.at.w - numbers_of(*recipe).w) / kRampRate - plain.gradient().w;
    EXPECT_LT(std::abs(noise), 0.3 * 5 * std::abs(plain.gradient().w) + 1e-5);
    noises.insert(std::round(noise * 1e4));
  }
  EXPECT_GT(noises.size(), 6U);
}

}  // namespace
}  // namespace assay::train
