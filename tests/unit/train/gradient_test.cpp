#include <assay/train/detail/gradient_comparison.hpp>
#include <assay/train/detail/gradient_scan.hpp>
#include <assay/train/detail/gradient_watch.hpp>
#include <assay/train/detail/graph.hpp>
#include <assay/train/detail/random_state.hpp>
#include <assay/train/detail/replay_point.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include "mlp_recipe.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace assay::train::detail {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

at::Tensor vector_of(const std::vector<double>& values) {
  const std::array<std::uint64_t, 1> shape = {values.size()};
  return tensor_from_bytes(at::kDouble, shape, std::as_bytes(std::span(values)));
}

/// Squared error of w . x against t, whose gradient is 2 (w . x - t) x.
at::Tensor squared_error(const at::Tensor& weights, const std::vector<double>& x, double target) {
  const at::Tensor error = weights.mul(vector_of(x)).sum().sub(target);
  return error.mul(error);
}

TEST(Gradients, of_a_linear_model_are_those_worked_out_by_hand) {
  const at::Tensor weights = vector_of({0.5, -1}).set_requires_grad(true);
  const at::Tensor unused = vector_of({1}).set_requires_grad(true);
  // w . x = 0.5 - 2 = -1.5; error -4.5; gradient 2 * -4.5 * (1, 2)
  const auto gradients = gradients_of(squared_error(weights, {1, 2}, 3), {weights, unused});
  EXPECT_THAT(to_doubles(gradients[0]), ElementsAre(-9, -18));
  EXPECT_FALSE(gradients[1].defined());
  EXPECT_FALSE(weights.grad().defined());
}

TEST(Graph, has_the_leaves_that_the_loss_depends_on_and_no_others) {
  const at::Tensor weights = vector_of({0.5, -1}).set_requires_grad(true);
  const at::Tensor bias = vector_of({3}).set_requires_grad(true);
  const at::Tensor detached = vector_of({2}).set_requires_grad(true);
  const at::Tensor loss = weights.mul(weights).sum().add(bias.sum()).add(bias.exp().sum()).add(detached.detach().sum());
  std::vector<const c10::TensorImpl*> found;
  for (const at::Tensor& leaf : leaves_of(loss)) {
    found.push_back(leaf.unsafeGetTensorImpl());
  }
  EXPECT_THAT(found, testing::UnorderedElementsAre(weights.unsafeGetTensorImpl(), bias.unsafeGetTensorImpl()));
  EXPECT_THAT(leaves_of(detached.detach()), IsEmpty());
}

TEST(GradientWatch, sees_what_accumulates_and_names_the_first_that_is_not_finite) {
  const at::Tensor weights = vector_of({0.5, -1}).set_requires_grad(true);
  const at::Tensor root = vector_of({0}).set_requires_grad(true);
  {
    GradientWatch watch({{"weights", weights}, {"root", root}});
    watch.begin_step(0, true);
    squared_error(weights, {1, 2}, 3).backward();
    const auto first = watch.end_step();
    EXPECT_TRUE(first[0].arrived);
    EXPECT_FALSE(first[0].zero);
    EXPECT_FALSE(first[1].arrived);
    EXPECT_THAT(to_doubles(first[0].used), ElementsAre(-9, -18));

    watch.begin_step(1, true);
    squared_error(weights, {1, 2}, 3).backward();  // nothing was cleared
    root.sqrt().sum().backward();                  // 1 / (2 sqrt(0))
    const auto second = watch.end_step();
    EXPECT_THAT(to_doubles(second[0].used), ElementsAre(-18, -36));
    EXPECT_FALSE(second[1].finite);
    ASSERT_TRUE(watch.first_bad());
    EXPECT_EQ(watch.first_bad()->parameter, "root");
    EXPECT_EQ(watch.first_bad()->step, 1U);
  }
  // Nobody looks any more.
  squared_error(weights, {1, 2}, 3).backward();
}

TEST(GradientScan, tells_zero_and_not_finite_at_every_position) {
  for (std::size_t length = 0; length < 20; ++length) {
    std::vector<float> values(length, -0.0F);
    EXPECT_EQ(scan_gradient(std::span<const float>(values)), (GradientFacts{true, true}));
    for (std::size_t at = 0; at < length; ++at) {
      values[at] = std::numeric_limits<float>::denorm_min();
      EXPECT_EQ(scan_gradient(std::span<const float>(values)), (GradientFacts{true, false}));
      for (const float bad : {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::quiet_NaN(),
                              std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()}) {
        values[at] = bad;
        EXPECT_EQ(scan_gradient(std::span<const float>(values)), (GradientFacts{false, false}));
      }
      values[at] = std::numeric_limits<float>::lowest();
      EXPECT_TRUE(scan_gradient(std::span<const float>(values)).finite);
      values[at] = 0;
    }
  }
  const std::vector<double> doubles = {0, 1e300, kInfinity};
  EXPECT_FALSE(scan_gradient(std::span<const double>(doubles)).finite);
  EXPECT_TRUE(scan_gradient(std::span<const double>(doubles).first(2)).finite);
}

TEST(CompareGradients, judges_each_by_its_own_norm_down_to_a_thousandth_of_all) {
  const GradientSet reference = {{3, 4}, {0, 0.1}, {1e-7}};  // norms 5, 0.1, 1e-7; together about 5
  EXPECT_THAT(compare_gradients(reference, reference, 1e-3), IsEmpty());
  EXPECT_THAT(compare_gradients({{3, 4.0049}, {0, 0.1}, {1e-7}}, reference, 1e-3), IsEmpty());  // 0.00098
  EXPECT_EQ(compare_gradients({{3, 4.0051}, {0, 0.1}, {1e-7}}, reference, 1e-3).at(0).parameter, 0U);
  EXPECT_EQ(compare_gradients({{3, 4}, {0.00011, 0.1}, {1e-7}}, reference, 1e-3).at(0).parameter, 1U);
  // Ten times its norm, but a rounding error beside the others: 1e-6 against a scale of 0.005.
  EXPECT_THAT(compare_gradients({{3, 4}, {0, 0.1}, {1e-6}}, reference, 1e-3), IsEmpty());
  EXPECT_EQ(compare_gradients({{}, {0, 0.1}, {1e-7}}, reference, 1e-3).at(0).share, 1);
  EXPECT_EQ(compare_gradients({{3, 4}, {0, kNan}, {1e-7}}, reference, 1e-3).at(0).parameter, 1U);
  EXPECT_EQ(compare_gradients({{1}}, {{}}, 1e-3).at(0).share, kInfinity);
  EXPECT_THAT(compare_gradients({{}}, {{0, 0}}, 1e-3), IsEmpty());
}

TEST(ExplainDifference, names_what_fits) {
  const GradientSet reference = {{1, 2}, {3}};
  EXPECT_THAT(explain_difference({{2, 1}, {4}}, reference, {{1, -1}, {1}}), HasSubstr("zero_grad"));
  EXPECT_EQ(explain_difference({{0.5, 1}, {1.5}}, reference, {}), "they are 0.5 times the gradient");
  EXPECT_THAT(explain_difference({{-1, -2}, {-3}}, reference, {}), HasSubstr("the sign is flipped"));
  EXPECT_EQ(explain_difference({{2, 1}, {0}}, reference, {}), "");
}

TEST(ReplayPoint, puts_back_numbers_buffers_modes_and_gradients) {
  const Session session(5, 1);
  const auto recipe = mlp(Twist::kDropout)({5, 0, "cpu"});
  (void)recipe->step(recipe->batch(0));
  const auto snapshot = [&] {
    std::vector<std::vector<double>> all = {to_doubles(random_state())};
    for (const NamedTensor& each : named_buffers(recipe->model())) {
      all.push_back(to_doubles(each.tensor));
    }
    for (const NamedTensor& each : named_parameters(recipe->model())) {
      all.push_back(to_doubles(each.tensor.grad()));
    }
    return all;
  };
  const auto before = snapshot();
  const ReplayPoint point(*recipe);
  const auto loss = [&] { return recipe->loss(recipe->batch(0)).item().toDouble(); };
  const double first = loss();
  ASSERT_NE(snapshot(), before);  // a forward pass does leave traces
  ASSERT_NE(loss(), first);       // other units are dropped
  named_parameters(recipe->model()).front().tensor.mutable_grad() = at::Tensor();
  point.restore();
  EXPECT_EQ(snapshot(), before);
  EXPECT_EQ(loss(), first);
}

TEST(EvaluationMode, ends_in_the_modes_it_found) {
  const Session session(5, 1);
  const auto recipe = mlp(Twist::kDropout)({5, 0, "cpu"});
  const ReplayPoint point(*recipe);
  const auto loss = [&] {
    point.restore();
    return recipe->loss(recipe->batch(0)).item().toDouble();
  };
  const double in_training = loss();
  {
    const EvaluationMode evaluation(recipe->model());
    EXPECT_NE(recipe->loss(recipe->batch(0)).item().toDouble(), in_training);
    const ReplayPoint inside(*recipe);
    (void)inside;
  }
  set_random_state(random_state());
  EXPECT_EQ(loss(), in_training);
}

}  // namespace
}  // namespace assay::train::detail
