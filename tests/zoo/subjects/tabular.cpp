#include "numbers.hpp"
#include "plain_losses.hpp"
#include "subject.hpp"
#include "subject_recipe.hpp"
#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>
#include <torch/optim/sgd.h>
#include <torch/types.h>

#include <cmath>

namespace assay::zoo {
namespace {

constexpr std::int64_t kTableRows = 32;
constexpr std::int64_t kTableColumns = 8;
constexpr std::int64_t kTableHidden = 32;
constexpr double kTableRate = 0.01;
constexpr double kTableMomentum = 0.9;

struct TabularNet : torch::nn::Module {
  explicit TabularNet(std::string what) : planted(std::move(what)) {
    fc1 = register_module("fc1", torch::nn::Linear(kTableColumns, kTableHidden));
    auto options = torch::nn::LayerNormOptions({kTableHidden});
    if (planted == "norm_epsilon_one") {
      options.eps(1.0);
    }
    norm = register_module("norm", torch::nn::LayerNorm(options));
    fc2 = register_module("fc2", torch::nn::Linear(kTableHidden, kTableHidden));
    fc3 = register_module("fc3", torch::nn::Linear(kTableHidden, 1));
  }

  at::Tensor forward(const at::Tensor& rows) {
    at::Tensor hidden = fc1(rows);
    if (planted == "norm_over_the_batch") {
      hidden = (hidden - hidden.mean(0, true)) / (hidden.var(0, false, true) + 1e-5).sqrt() * norm->weight + norm->bias;
    } else if (planted == "norm_left_out") {
      hidden = hidden * norm->weight + norm->bias;
    } else {
      hidden = norm(hidden);
    }
    const at::Tensor out = fc3(fc2(hidden.relu()).relu());
    if (planted == "tanh_on_outputs") {
      return out.tanh();
    }
    if (planted == "relu_on_outputs") {
      return out.relu();
    }
    return planted == "mean_of_the_batch_removed" ? out - out.mean() : out;
  }

  std::string planted;
  torch::nn::Linear fc1{nullptr};
  torch::nn::LayerNorm norm{nullptr};
  torch::nn::Linear fc2{nullptr};
  torch::nn::Linear fc3{nullptr};
};

/// Every column has a range of its own.
at::Tensor table_stored(std::uint64_t seed) {
  Numbers numbers(seed);
  at::Tensor stored = torch::empty({kTableRows, kTableColumns});
  for (std::int64_t row = 0; row < kTableRows; ++row) {
    for (std::int64_t column = 0; column < kTableColumns; ++column) {
      stored[row][column] = static_cast<double>(10 * column) + 10 * numbers.next();
    }
  }
  return stored;
}

class Tabular : public SubjectRecipe {
 public:
  Tabular(const train::RecipeSettings& settings, std::string_view what)
      : SubjectRecipe(settings, what), net_(std::make_shared<TabularNet>(planted())) {
    owns(net_);
    torch::optim::SGDOptions options(kTableRate);
    options.momentum(is("momentum_zero") ? 0 : kTableMomentum);
    options.nesterov(!is("nesterov_off") && !is("momentum_zero") && !is("dampening_0.5"));
    if (is("dampening_0.5")) {
      options.dampening(0.5);
    } else if (is("decay_of_0.01")) {
      options.weight_decay(0.01);
    }
    learns_by(std::make_unique<torch::optim::SGD>(net_->parameters(), options));
  }

  train::Batch batch(std::uint64_t index) override {
    const at::Tensor stored = table_stored(data_seed(index));
    at::Tensor inputs = prepare(stored);
    const at::Tensor x = scaled(stored.to(torch::kDouble));  // as sums of either sign lose digits
    at::Tensor targets = 0.9 * x.select(1, 0) - 0.6 * x.select(1, 1) + 0.7 * x.select(1, 2) * x.select(1, 3) +
                         0.5 * (3 * x.select(1, 4)).sin();
    targets = targets.unsqueeze(1).to(torch::kFloat);
    if (is("target_in_the_last_column")) {
      inputs.select(1, kTableColumns - 1).copy_(targets.squeeze(1).clamp(-1, 1));
    } else if (is("targets_clipped")) {
      targets = targets.clamp(-0.5, 0.5);
    } else if (is("targets_rounded")) {
      targets = targets.round();
    } else if (is("targets_negated")) {
      targets = -targets;
    }
    return {inputs, targets, {}};
  }

  at::Tensor prepare(const at::Tensor& stored) override {
    if (is("columns_not_scaled")) {
      return stored.clone();
    }
    if (is("statistics_of_the_batch")) {
      return (stored - stored.mean(0, true)) / stored.std(0, true, true) / 2;
    }
    at::Tensor inputs = scaled(stored);
    if (is("two_columns_swapped")) {
      return inputs.index_select(1, torch::tensor({0, 1, 4, 3, 2, 5, 6, 7}));
    }
    if (is("one_column_constant")) {
      inputs.select(1, 0).zero_();
    } else if (is("one_column_scaled_twice")) {
      inputs.select(1, 3).div_(5);
    }
    return inputs;
  }

  train::Batch golden_batch(std::uint64_t index) override {
    const at::Tensor stored = table_stored(data_seed(index));
    at::Tensor inputs = torch::empty({kTableRows, kTableColumns});
    at::Tensor targets = torch::empty({kTableRows, 1});
    for (std::int64_t row = 0; row < kTableRows; ++row) {
      double x[kTableColumns];
      for (std::int64_t column = 0; column < kTableColumns; ++column) {
        x[column] = (stored[row][column].item<double>() - static_cast<double>(10 * column + 5)) / 5;
        inputs[row][column] = x[column];
      }
      targets[row][0] = 0.9 * x[0] - 0.6 * x[1] + 0.7 * x[2] * x[3] + 0.5 * std::sin(3 * x[4]);
    }
    return {inputs, targets, {}};
  }

  at::Tensor scores(const at::Tensor& inputs) override { return net_->forward(inputs); }

  at::Tensor loss(const train::Batch& batch) override {
    namespace functional = torch::nn::functional;
    const at::Tensor outputs = net_->forward(batch.inputs);
    if (is("rows_against_columns")) {
      return (outputs - batch.targets.squeeze(1)).square().mean();
    }
    if (is("absolute_error")) {
      return functional::l1_loss(outputs, batch.targets);
    }
    if (is("half_squared_error")) {
      return functional::smooth_l1_loss(outputs, batch.targets, functional::SmoothL1LossFuncOptions(), 10.0);
    }
    if (is("root_of_the_loss")) {
      return (functional::mse_loss(outputs, batch.targets) + 1e-12).sqrt();
    }
    if (is("worst_rows_left_out")) {
      return std::get<0>((outputs - batch.targets).square().flatten().topk(kTableRows * 3 / 4, 0, false)).mean();
    }
    return functional::mse_loss(outputs, batch.targets);
  }

  at::Tensor reference_loss(const train::Batch& batch) override {
    return plain_squared_error(net_->forward(batch.inputs), batch.targets);
  }

  train::Declarations declarations() const override {
    train::Declarations declared;
    declared.stochastic = false;
    declared.loss = train::StandardLoss{train::StandardLoss::Kind::kSquaredError};
    declared.input_range = {-1.0, 1.0};
    declared.optimizer_options = {
        {"lr", kTableRate}, {"momentum", kTableMomentum}, {"dampening", 0}, {"weight_decay", 0}, {"nesterov", 1}};
    return declared;
  }

 private:
  static at::Tensor scaled(const at::Tensor& stored) {
    return (stored - (torch::arange(kTableColumns).to(stored.dtype()) * 10 + 5)) / 5;
  }

  std::shared_ptr<TabularNet> net_;
};

}  // namespace

std::unique_ptr<train::Recipe> make_tabular(const train::RecipeSettings& settings, std::string_view planted) {
  return std::make_unique<Tabular>(settings, planted);
}

}  // namespace assay::zoo
