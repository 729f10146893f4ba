// Recipes for the tests of training in a worker: one that is right, and one for each fault that a suite has to catch.
#include <assay/memorization_test.hpp>
#include <assay/regression_suite_test.hpp>
#include <assay/train/recipe.hpp>
#include <assay/train/recipe_registry.hpp>

#include "../../unit/train/mlp_recipe.hpp"
#include <ATen/Parallel.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <chrono>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using assay::train::Batch;
using assay::train::mlp;
using assay::train::MlpOptions;
using assay::train::Recipe;
using assay::train::RecipeFactory;
using assay::train::RecipeSettings;
using assay::train::register_recipe;
using assay::train::Twist;

/// A recipe like another one, for what only differs from it in one thing.
class Wrapped : public Recipe {
 public:
  explicit Wrapped(const RecipeSettings& settings) : inner_(mlp(MlpOptions{.steps = 30})(settings)) {}
  torch::nn::Module& model() override { return inner_->model(); }
  torch::optim::Optimizer& optimizer() override { return inner_->optimizer(); }
  Batch batch(std::uint64_t index) override { return inner_->batch(index); }
  at::Tensor loss(const Batch& batch) override { return inner_->loss(batch); }
  at::Tensor step(const Batch& batch) override { return inner_->step(batch); }
  at::Tensor scores(const at::Tensor& inputs) override { return inner_->scores(inputs); }
  at::Tensor prepare(const at::Tensor& stored) override { return inner_->prepare(stored); }
  std::vector<std::pair<std::string, double>> evaluate() override { return inner_->evaluate(); }
  assay::train::Declarations declarations() const override { return inner_->declarations(); }

 private:
  std::unique_ptr<Recipe> inner_;
};

/// Its sixth step never comes back.
class Hangs : public Wrapped {
 public:
  using Wrapped::Wrapped;
  at::Tensor step(const Batch& batch) override {
    while (++steps_ > 5) ::pause();
    return Wrapped::step(batch);
  }

 private:
  int steps_ = 0;
};

/// Takes its time over each step, as one that waits for something does.
class Sleeps : public Wrapped {
 public:
  using Wrapped::Wrapped;
  at::Tensor step(const Batch& batch) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    return Wrapped::step(batch);
  }
};

/// Dies in its sixth step.
class Dies : public Wrapped {
 public:
  using Wrapped::Wrapped;
  at::Tensor step(const Batch& batch) override {
    if (++steps_ > 5) std::abort();
    return Wrapped::step(batch);
  }

 private:
  int steps_ = 0;
};

/// Does something to its whole process in its sixth step, and learns on.
template <void (*kDone)()>
class Does : public Wrapped {
 public:
  using Wrapped::Wrapped;
  at::Tensor step(const Batch& batch) override {
    if (++steps_ == 6) kDone();
    return Wrapped::step(batch);
  }

 private:
  int steps_ = 0;
};

void exits() { std::exit(0); }
void forks() {
  if (::fork() == 0) {
    while (true) ::pause();
  }
}
void sets_threads() { at::set_num_threads(3); }
void sets_default_type() { torch::set_default_dtype(caffe2::TypeMeta::Make<double>()); }
void seeds() { torch::manual_seed(1); }

/// Keeps a little of each step.
class Leaks : public Wrapped {
 public:
  using Wrapped::Wrapped;
  at::Tensor step(const Batch& batch) override {
    kept_.emplace_back(4096);
    return Wrapped::step(batch);
  }

 private:
  std::vector<std::vector<char>> kept_;
};

/// Learns like any other and then answers NaN.
class AnswersNan : public Wrapped {
 public:
  using Wrapped::Wrapped;
  at::Tensor scores(const at::Tensor& inputs) override {
    return Wrapped::scores(inputs) * std::numeric_limits<float>::quiet_NaN();
  }
};

RecipeFactory trained(Twist twist) { return mlp(MlpOptions{.twist = twist, .steps = 30}); }

/// As wide as the environment says: the same recipe after somebody has changed the model.
std::unique_ptr<Recipe> sized(const RecipeSettings& settings) {
  const char* hidden = std::getenv("ASSAY_TEST_HIDDEN");
  return mlp(MlpOptions{.hidden = hidden == nullptr ? 24 : std::stoi(hidden), .steps = 30})(settings);
}

const std::vector<assay::train::RecipeRegistration> kRecipes = {
    register_recipe("healthy", trained(Twist::kNone)),
    register_recipe("dropout", trained(Twist::kDropout)),
    register_recipe("optimizer_misses_norm", trained(Twist::kOptimizerMissesNorm)),
    register_recipe("no_zero_grad", trained(Twist::kNoZeroGrad)),
    register_recipe("shuffles_labels", trained(Twist::kShufflesLabels)),
    register_recipe("double_softmax", trained(Twist::kDoubleSoftmax)),
    register_recipe("rate_times_thousand", trained(Twist::kRateTimesThousand)),
    register_recipe("nan_loss", trained(Twist::kNanLoss)),
    register_recipe("nan_gradient", trained(Twist::kNanGradient)),
    register_recipe("late_divergence", trained(Twist::kLateDivergence)),
    register_recipe("throws", trained(Twist::kThrows)),
    register_recipe("sized", sized),
    register_recipe<Hangs>("hangs"),
    register_recipe<Sleeps>("sleeps"),
    register_recipe<Dies>("dies"),
    register_recipe<Leaks>("leaks"),
    register_recipe<Does<exits>>("exits"),
    register_recipe<Does<forks>>("forks"),
    register_recipe<Does<sets_threads>>("sets_threads"),
    register_recipe<Does<sets_default_type>>("sets_default_type"),
    register_recipe<Does<seeds>>("seeds"),
    register_recipe<AnswersNan>("answers_nan"),
};

class HealthyRecipe : public Wrapped {
 public:
  using Wrapped::Wrapped;
};

using Training = assay::MemorizationTest;
using Healthy = assay::MemorizationTestOf<HealthyRecipe>;
using Hard = assay::RegressionSuiteTest;

TEST_F(Training, by_name) { memorize({.recipe = "healthy", .loss_below = 0.05, .steps = {3, 200}}); }

TEST_F(Healthy, by_type) {
  using namespace std::chrono_literals;
  memorize({.batch_size = 8, .loss_below = 0.05, .steps = {3, 200}, .wall_time = 20s, .checks = {{"first_loss", 0.5}}});
}

TEST_F(Training, misses_norm) { memorize({.recipe = "optimizer_misses_norm", .loss_below = 0.05}); }

TEST_F(Training, hangs) {
  using namespace std::chrono_literals;
  memorize({.recipe = "hangs", .loss_below = 0.05, .wall_time = 4s});
}

TEST_F(Training, mistakes) {
  memorize({.loss_below = 0.1});
  memorize({.recipe = "helthy", .loss_below = 0.1});
  memorize({.recipe = "healthy", .loss_below = 0.1, .steps = {9, 3}});
}

TEST_F(Hard, answered) { replay({.file = "hard.h5", .predictions = "answers.h5", .accuracy = {{0.5, 1}}}); }

TEST_F(Hard, mistakes) {
  replay({.file = "hard.h5"});
  replay({.file = "hard.h5", .recipe = "healthy", .checkpoint = "train.short"});
  replay({.file = "gone.h5", .predictions = "answers.h5"});
}

}  // namespace
