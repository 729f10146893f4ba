#include "numbers.hpp"
#include "plain_losses.hpp"
#include "subject.hpp"
#include "subject_recipe.hpp"
#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/utils/clip_grad.h>
#include <torch/optim/sgd.h>
#include <torch/types.h>

#include <array>
#include <vector>

namespace assay::zoo {
namespace {

constexpr std::int64_t kLstmSequences = 8;
constexpr std::int64_t kLstmLength = 10;
constexpr std::int64_t kLstmTokens = 16;
constexpr std::int64_t kLstmEmbedding = 16;
constexpr std::int64_t kLstmHidden = 32;
constexpr double kLstmRate = 0.3;
constexpr double kLstmMomentum = 0.9;
constexpr double kLstmNorm = 0.25;

struct LstmNet : torch::nn::Module {
  explicit LstmNet(std::string what) : planted(std::move(what)) {
    token = register_module("token", torch::nn::Embedding(kLstmTokens, kLstmEmbedding));
    input = register_module("input", torch::nn::Linear(kLstmEmbedding, 4 * kLstmHidden));
    hidden = register_module("hidden",
                             torch::nn::Linear(torch::nn::LinearOptions(kLstmHidden, 4 * kLstmHidden).bias(false)));
    head = register_module("head", torch::nn::Linear(kLstmHidden, kLstmTokens));
    const torch::NoGradGuard guard;
    if (planted == "forget_gate_starts_shut") {
      input->bias.slice(0, kLstmHidden, 2 * kLstmHidden).fill_(-10);
    }
  }

  /// Scores [sequence, position, token].
  at::Tensor forward(const at::Tensor& tokens) {
    if (planted == "batch_for_time") {
      return head(recur(token(tokens.transpose(0, 1)))).transpose(0, 1);
    }
    const at::Tensor x = token(tokens);
    if (planted == "reads_backwards") {
      return head(recur(x.flip(1)).flip(1));
    }
    const at::Tensor forwards = recur(x);
    return head(planted == "reads_both_ways" ? forwards + recur(x.flip(1)).flip(1) : forwards);
  }

  std::string planted;
  torch::nn::Embedding token{nullptr};
  torch::nn::Linear input{nullptr};
  torch::nn::Linear hidden{nullptr};
  torch::nn::Linear head{nullptr};

 private:
  /// Outputs [sequence, position, hidden].
  at::Tensor recur(const at::Tensor& x) {
    const std::int64_t rows = x.size(0);
    at::Tensor h = torch::zeros({rows, kLstmHidden});
    at::Tensor c = torch::zeros({rows, kLstmHidden});
    if (planted == "state_carried" && kept_h.defined() && kept_h.size(0) == rows) {
      h = kept_h;
      c = kept_c;
    }
    // Input, forget, candidate, output; other places are as good before any step was made.
    const std::array<std::int64_t, 4> places =
        planted == "gates_permuted" ? std::array<std::int64_t, 4>{2, 3, 1, 0} : std::array<std::int64_t, 4>{0, 1, 2, 3};
    std::vector<at::Tensor> outputs;
    for (std::int64_t t = 0; t < x.size(1); ++t) {
      const auto gates = (input(x.select(1, t)) + hidden(h)).chunk(4, 1);
      const auto gate = [&](std::size_t which) { return gates[static_cast<std::size_t>(places[which])]; };
      const at::Tensor kept = planted == "forget_gate_missing" ? c : gate(1).sigmoid() * c;
      c = kept + gate(0).sigmoid() * gate(2).tanh();
      h = planted == "output_gate_missing" ? c.tanh() : gate(3).sigmoid() * c.tanh();
      outputs.push_back(h);
      if (planted == "state_cut_at_every_step") {
        h = h.detach();
        c = c.detach();
      } else if (planted == "state_forgotten_at_every_step") {
        h = torch::zeros_like(h);
        c = torch::zeros_like(c);
      }
    }
    kept_h = h.detach();
    kept_c = c.detach();
    return torch::stack(outputs, 1);
  }

  at::Tensor kept_h;
  at::Tensor kept_c;
};

/// One token more than a model sees; each sequence begins with a token of its own.
at::Tensor lstm_stored(std::uint64_t seed) {
  Numbers numbers(seed);
  at::Tensor stored = torch::empty({kLstmSequences, kLstmLength + 1}, torch::kLong);
  for (std::int64_t row = 0; row < kLstmSequences; ++row) {
    for (std::int64_t i = 0; i <= kLstmLength; ++i) {
      stored[row][i] = i == 0 ? row : kLstmSequences + numbers.below(kLstmTokens - kLstmSequences);
    }
  }
  return stored;
}

class Lstm : public SubjectRecipe {
 public:
  Lstm(const train::RecipeSettings& settings, std::string_view what)
      : SubjectRecipe(settings, what), net_(std::make_shared<LstmNet>(planted())) {
    owns(net_);
    torch::optim::SGDOptions options(kLstmRate);
    options.momentum(is("momentum_zero") ? 0 : is("momentum_0.99") ? 0.99 : kLstmMomentum);
    if (is("nesterov_on")) {
      options.nesterov(true);
    } else if (is("dampening_0.5")) {
      options.dampening(0.5);
    }
    learns_by(std::make_unique<torch::optim::SGD>(net_->parameters(), options));
  }

  train::Batch batch(std::uint64_t index) override {
    const at::Tensor stored = lstm_stored(data_seed(index));
    at::Tensor inputs = stored.slice(1, 0, kLstmLength).contiguous();
    at::Tensor targets = stored.slice(1, 1).contiguous();
    if (is("labels_not_shifted")) {
      targets = inputs.clone();
    } else if (is("sequences_reversed")) {
      inputs = inputs.flip(1);
      targets = targets.flip(1);
    } else if (is("last_label_repeated")) {
      targets.select(1, kLstmLength - 1).copy_(targets.select(1, kLstmLength - 2));
    }
    return {inputs, targets, {}};
  }

  train::Batch golden_batch(std::uint64_t index) override {
    const at::Tensor stored = lstm_stored(data_seed(index));
    at::Tensor inputs = torch::empty({kLstmSequences, kLstmLength}, torch::kLong);
    at::Tensor targets = torch::empty_like(inputs);
    for (std::int64_t row = 0; row < kLstmSequences; ++row) {
      for (std::int64_t i = 0; i < kLstmLength; ++i) {
        inputs[row][i] = stored[row][i];
        targets[row][i] = stored[row][i + 1];
      }
    }
    return {inputs, targets, {}};
  }

  at::Tensor scores(const at::Tensor& inputs) override { return net_->forward(inputs); }

  at::Tensor loss(const train::Batch& batch) override {
    namespace functional = torch::nn::functional;
    const at::Tensor scores = net_->forward(batch.inputs);
    if (is("last_position_alone")) {
      return functional::cross_entropy(scores.select(1, -1), batch.targets.select(1, -1));
    }
    if (is("first_positions_skipped")) {
      return functional::cross_entropy(scores.slice(1, 2).flatten(0, 1), batch.targets.slice(1, 2).flatten());
    }
    return functional::cross_entropy(scores.flatten(0, 1), batch.targets.flatten());
  }

  at::Tensor step(const train::Batch& batch) override {
    if (is("clipping_forgotten") || is("clipped_to_a_tenth") || is("clipped_by_value")) {
      optimizer().zero_grad();
      const at::Tensor value = loss(batch);
      value.backward();
      if (is("clipped_to_a_tenth")) {
        torch::nn::utils::clip_grad_norm_(net_->parameters(), kLstmNorm / 10);
      } else if (is("clipped_by_value")) {
        torch::nn::utils::clip_grad_value_(net_->parameters(), 0.005);
      }
      optimizer().step();
      return value.detach();
    }
    return Recipe::step(batch);
  }

  void transform_gradients() override { torch::nn::utils::clip_grad_norm_(net_->parameters(), kLstmNorm); }

  at::Tensor reference_loss(const train::Batch& batch) override {
    return plain_cross_entropy(net_->forward(batch.inputs), batch.targets);
  }

  train::Declarations declarations() const override {
    train::Declarations declared;
    declared.stochastic = false;
    declared.classes = kLstmTokens;
    declared.loss = train::StandardLoss{};
    declared.causal = true;
    declared.optimizer_options = {
        {"lr", kLstmRate}, {"momentum", kLstmMomentum}, {"dampening", 0}, {"weight_decay", 0}, {"nesterov", 0}};
    return declared;
  }

 private:
  std::shared_ptr<LstmNet> net_;
};

}  // namespace

std::unique_ptr<train::Recipe> make_lstm(const train::RecipeSettings& settings, std::string_view planted) {
  return std::make_unique<Lstm>(settings, planted);
}

}  // namespace assay::zoo
