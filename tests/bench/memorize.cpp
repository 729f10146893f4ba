// What a memorisation test with all its checks costs beside the bare loop of LibTorch, in turns in one process.
// usage: bench_memorize [THREADS [STEPS]]; prints one line a network.
#include <assay/base/clock.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/fit.hpp>
#include <assay/train/memorize.hpp>
#include <assay/train/recipe.hpp>
#include <assay/train/training_observer.hpp>

#include <ATen/Parallel.h>
#include <fmt/format.h>
#include <torch/nn.h>
#include <torch/optim/adam.h>
#include <torch/types.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

namespace {

namespace nn = torch::nn;
using assay::train::Batch;
using assay::train::Recipe;
using assay::train::RecipeSettings;

struct Mlp : nn::Module {
  Mlp() {
    layers = register_module("layers", nn::Sequential(nn::Linear(256, 256), nn::ReLU(), nn::Linear(256, 256),
                                                      nn::ReLU(), nn::Linear(256, 10)));
  }
  at::Tensor forward(const at::Tensor& x) { return layers->forward(x); }
  nn::Sequential layers{nullptr};
};

/// The network of the comparison with other tools.
struct Lenet : nn::Module {
  Lenet() {
    first = register_module("first", nn::Conv2d(nn::Conv2dOptions(1, 16, 3)));
    second = register_module("second", nn::Conv2d(nn::Conv2dOptions(16, 32, 3)));
    hidden = register_module("hidden", nn::Linear(800, 128));
    out = register_module("out", nn::Linear(128, 10));
  }
  at::Tensor forward(const at::Tensor& images) {
    at::Tensor x = torch::max_pool2d(first(images).relu(), 2);
    x = torch::max_pool2d(second(x).relu(), 2);
    return out(hidden(x.flatten(1)).relu());
  }
  nn::Conv2d first{nullptr};
  nn::Conv2d second{nullptr};
  nn::Linear hidden{nullptr};
  nn::Linear out{nullptr};
};

struct Transformer : nn::Module {
  Transformer() {
    embedding = register_module("embedding", nn::Embedding(64, 64));
    encoder = register_module(
        "encoder",
        nn::TransformerEncoder(
            nn::TransformerEncoderLayer(nn::TransformerEncoderLayerOptions(64, 4).dim_feedforward(128).dropout(0)), 2));
    head = register_module("head", nn::Linear(64, 64));
  }
  at::Tensor forward(const at::Tensor& tokens) {
    const at::Tensor mask =
        torch::full({tokens.size(1), tokens.size(1)}, -std::numeric_limits<float>::infinity()).triu(1);
    return head(encoder(embedding(tokens).transpose(0, 1), mask).transpose(0, 1));
  }
  nn::Embedding embedding{nullptr};
  nn::TransformerEncoder encoder{nullptr};
  nn::Linear head{nullptr};
};

/// A network, Adam and one batch; declares its loss, so that the oracles are at work.
template <class Net>
class Subject : public Recipe {
 public:
  Subject(Batch batch, bool causal) : batch_(std::move(batch)), causal_(causal) {}
  nn::Module& model() override { return *net_; }
  torch::optim::Optimizer& optimizer() override { return adam_; }
  Batch batch(std::uint64_t /*index*/) override { return batch_; }
  at::Tensor loss(const Batch& batch) override {
    const at::Tensor scores = net_->forward(batch.inputs);
    return nn::functional::cross_entropy(scores.flatten(0, scores.dim() - 2), batch.targets.flatten());
  }
  at::Tensor scores(const at::Tensor& inputs) override { return net_->forward(inputs); }
  assay::train::Declarations declarations() const override {
    assay::train::Declarations declared;
    declared.loss = assay::train::StandardLoss{};
    declared.stochastic = false;
    declared.causal = causal_;
    return declared;
  }

 private:
  std::shared_ptr<Net> net_ = std::make_shared<Net>();
  torch::optim::Adam adam_{net_->parameters(), torch::optim::AdamOptions(1e-3)};
  Batch batch_;
  bool causal_;
};

/// Notes when each step was done.
class Clock : public assay::train::TrainingObserver {
 public:
  void step(std::uint64_t /*step*/, double /*loss*/) override { at.push_back(assay::base::monotonic_ns()); }
  std::vector<std::int64_t> at;
};

double seconds_between(std::int64_t begin, std::int64_t end) { return static_cast<double>(end - begin) * 1e-9; }

/// Of the intervals behind the first quarter of the run, where nothing happens once.
double median_step(const std::vector<std::int64_t>& at) {
  std::vector<double> steps;
  for (std::size_t i = at.size() / 4 + 1; i < at.size(); ++i) {
    steps.push_back(seconds_between(at[i - 1], at[i]));
  }
  std::nth_element(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2), steps.end());
  return steps[steps.size() / 2];
}

struct Cost {
  double whole = std::numeric_limits<double>::infinity();
  double step = std::numeric_limits<double>::infinity();
  void add(double whole_seconds, double step_seconds) {
    whole = std::min(whole, whole_seconds);
    step = std::min(step, step_seconds);
  }
};

void bare_loop(Recipe& recipe, std::int64_t steps, Cost& cost) {
  std::vector<std::int64_t> at;
  const std::int64_t begin = assay::base::monotonic_ns();
  const Batch batch = recipe.batch(0);
  for (std::int64_t step = 0; step < steps; ++step) {
    recipe.optimizer().zero_grad();
    const at::Tensor loss = recipe.loss(batch);
    loss.backward();
    recipe.optimizer().step();
    static_cast<void>(loss.item<double>());
    at.push_back(assay::base::monotonic_ns());
  }
  cost.add(seconds_between(begin, at.back()), median_step(at));
}

void memorized(const assay::train::RecipeFactory& factory, std::int64_t steps, unsigned threads, bool checks,
               Cost& cost) {
  assay::suite::MemorizeCase wanted;
  wanted.loss_below = -1;  // never: the run is as long as the loop
  wanted.steps = assay::suite::Bound{std::int64_t{0}, steps - 1};
  wanted.seeds = {7};
  for (const assay::train::CheckDescription& each : assay::train::built_in_checks()) {
    if (!checks) {
      wanted.checks.emplace_back(std::string(each.id), false);
    }
  }
  Clock clock;
  const std::int64_t begin = assay::base::monotonic_ns();
  const assay::train::MemorizeOutcome outcome =
      assay::train::memorize(factory, wanted, {.seed = 7, .threads = threads}, clock);
  if (clock.at.size() < static_cast<std::size_t>(steps)) {
    fmt::print(stderr, "bench_memorize: {} steps of {}: {}\n", clock.at.size(), steps, outcome.results.front().reason);
    for (const auto& result : outcome.results) {
      fmt::print(stderr, "  {}: {}\n", result.check, result.reason);
    }
    std::exit(1);
  }
  cost.add(seconds_between(begin, assay::base::monotonic_ns()), median_step(clock.at));
}

/// What each check took of one run, the dearest first, in plain steps.
void print_costs(const assay::train::RecipeFactory& factory, std::int64_t steps, unsigned threads) {
  assay::suite::MemorizeCase wanted;
  wanted.loss_below = -1;
  wanted.steps = assay::suite::Bound{std::int64_t{0}, steps - 1};
  assay::train::TrainingObserver nobody;
  auto costs = assay::train::detail::fit(factory, wanted, {.seed = 7, .threads = threads}, nobody).costs;
  std::stable_sort(costs.begin(), costs.end(),
                   [](const auto& left, const auto& right) { return left.steps > right.steps; });
  constexpr double kWorthTelling = 0.1;
  for (const auto& cost : costs) {
    if (cost.steps >= kWorthTelling) {
      fmt::print("             {:<16} {:6.2f} steps\n", cost.check, cost.steps);
    }
  }
}

template <class Net>
void compare(const char* name, const Batch& batch, bool causal, std::int64_t steps, unsigned threads) {
  const assay::train::RecipeFactory factory = [&](const RecipeSettings&) -> std::unique_ptr<Recipe> {
    return std::make_unique<Subject<Net>>(batch, causal);
  };
  Cost bare;
  Cost without;
  Cost with;
  constexpr int kTurns = 5;
  for (int turn = 0; turn < kTurns; ++turn) {
    bare_loop(*factory({}), steps, bare);
    memorized(factory, steps, threads, /*checks=*/false, without);
    memorized(factory, steps, threads, /*checks=*/true, with);
  }
  fmt::print(
      "{:<12} step {:7.3f} ms | whole {:5.3f} x, each step {:5.3f} x, once {:5.1f} steps | without checks {:5.3f} x\n",
      name, bare.step * 1e3, with.whole / bare.whole, with.step / bare.step,
      (with.whole - without.whole - (with.step - without.step) * static_cast<double>(steps)) / bare.step,
      without.whole / bare.whole);
  print_costs(factory, steps, threads);
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned threads = argc > 1 ? static_cast<unsigned>(std::max(1, std::atoi(argv[1]))) : 2;
  const std::int64_t steps = argc > 2 ? std::max(20, std::atoi(argv[2])) : 300;
  at::set_num_threads(static_cast<int>(threads));
  compare<Mlp>("mlp", {torch::randn({64, 256}), torch::randint(10, {64}, torch::kLong), {}}, false, steps, threads);
  compare<Lenet>("lenet", {torch::randn({64, 1, 28, 28}), torch::randint(10, {64}, torch::kLong), {}}, false, steps,
                 threads);
  compare<Transformer>("transformer",
                       {torch::randint(64, {16, 24}, torch::kLong), torch::randint(64, {16, 24}, torch::kLong), {}},
                       true, steps, threads);
  return 0;
}
