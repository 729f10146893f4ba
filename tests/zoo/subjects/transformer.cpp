#include "numbers.hpp"
#include "plain_losses.hpp"
#include "subject.hpp"
#include "subject_recipe.hpp"
#include "transformer_net.hpp"
#include <torch/nn/functional/loss.h>
#include <torch/optim/adamw.h>
#include <torch/types.h>

#include <vector>

namespace assay::zoo {
namespace {

constexpr std::int64_t kSequences = 8;
constexpr std::int64_t kIgnored = -100;
constexpr double kTransformerRate = 0.005;
constexpr double kTransformerDecay = 0.01;

/// Tokens as a file holds them, one more than a model sees. Every document begins with a token of its own, so that
/// what follows can be known; the first two sequences hold two documents, sequence 5 ends in padding, 6 begins with it,
/// 7 is nothing else.
at::Tensor transformer_stored(std::uint64_t seed) {
  Numbers numbers(seed);
  at::Tensor stored = torch::zeros({kSequences, kPositions + 1}, torch::kLong);
  for (std::int64_t row = 0; row + 1 < kSequences; ++row) {
    const std::int64_t first = row == 6 ? 4 : 0;
    const std::int64_t end = row == 5 ? kPositions - 2 : kPositions + 1;
    stored[row][first] = 1 + row;
    for (std::int64_t i = first + 1; i < end; ++i) {
      const bool second_begins = row < 2 && i == kPositions / 2;
      stored[row][i] = second_begins ? 8 + row : 10 + numbers.below(kTokens - 10);
    }
  }
  return stored;
}

at::Tensor documents_of() {
  at::Tensor documents = torch::zeros({kSequences, kPositions}, torch::kLong);
  documents.slice(0, 0, 2).slice(1, kPositions / 2).fill_(1);
  return documents;
}

class Transformer : public SubjectRecipe {
 public:
  Transformer(const train::RecipeSettings& settings, std::string_view what)
      : SubjectRecipe(settings, what), net_(std::make_shared<TransformerNet>(planted())) {
    owns(net_);
    std::vector<at::Tensor> matrices;
    std::vector<at::Tensor> vectors;
    for (const auto& item : net_->named_parameters()) {
      const bool decays = item.value().dim() > 1 || is("decay_on_vectors");
      (decays ? matrices : vectors).push_back(item.value());
    }
    using torch::optim::AdamWOptions;
    std::vector<torch::optim::OptimizerParamGroup> groups;
    const double decay = is("decay_of_0.5") ? 0.5 : kTransformerDecay;
    groups.emplace_back(std::move(matrices),
                        std::make_unique<AdamWOptions>(AdamWOptions(kTransformerRate).weight_decay(decay)));
    if (!vectors.empty()) {
      groups.emplace_back(std::move(vectors),
                          std::make_unique<AdamWOptions>(AdamWOptions(kTransformerRate).weight_decay(0)));
    }
    learns_by(std::make_unique<torch::optim::AdamW>(groups, AdamWOptions(kTransformerRate)));
    if (is("rate_times_30")) {
      for (auto& group : optimizer().param_groups()) {
        group.options().set_lr(30 * kTransformerRate);
      }
    }
  }

  train::Batch batch(std::uint64_t index) override {
    const at::Tensor stored = transformer_stored(data_seed(index));
    const at::Tensor inputs = stored.slice(1, 0, kPositions);
    const at::Tensor documents = documents_of();
    at::Tensor targets = stored.slice(1, 1).clone();
    if (is("labels_shifted_twice")) {
      targets = targets.roll(-1, 1);
    } else if (is("labels_not_shifted")) {
      targets = inputs.clone();
    }
    const at::Tensor real = inputs.ne(0);
    if (!is("padding_scored")) {
      targets.masked_fill_(stored.slice(1, 1).eq(0).logical_or(real.logical_not()), kIgnored);
    }
    targets.slice(0, 0, 2).select(1, kPositions / 2 - 1).fill_(kIgnored);  // what begins next cannot be known
    return {inputs.contiguous(), targets, {real, documents}};
  }

  train::Batch golden_batch(std::uint64_t index) override {
    const at::Tensor stored = transformer_stored(data_seed(index));
    at::Tensor inputs = torch::empty({kSequences, kPositions}, torch::kLong);
    at::Tensor targets = torch::full({kSequences, kPositions}, kIgnored, torch::kLong);
    at::Tensor real = torch::empty({kSequences, kPositions}, torch::kBool);
    at::Tensor documents = torch::empty({kSequences, kPositions}, torch::kLong);
    for (std::int64_t row = 0; row < kSequences; ++row) {
      for (std::int64_t i = 0; i < kPositions; ++i) {
        const auto now = stored[row][i].item<std::int64_t>();
        const auto next = stored[row][i + 1].item<std::int64_t>();
        inputs[row][i] = now;
        real[row][i] = now != 0;
        documents[row][i] = row < 2 && i >= kPositions / 2 ? 1 : 0;
        if (now != 0 && next != 0 && !(row < 2 && i == kPositions / 2 - 1)) {
          targets[row][i] = next;
        }
      }
    }
    return {inputs, targets, {real, documents}};
  }

  at::Tensor outputs(const train::Batch& batch) override {
    return net_->forward(batch.inputs, batch.extra.at(0), batch.extra.at(1));
  }

  at::Tensor scores(const at::Tensor& inputs) override {
    return net_->forward(inputs, inputs.ne(0), torch::zeros_like(inputs));
  }

  at::Tensor loss(const train::Batch& batch) override {
    namespace functional = torch::nn::functional;
    const at::Tensor scores = outputs(batch);
    if (is("loss_of_unequal_means")) {  // the mean of each sequence's mean, whatever its length
      at::Tensor total = torch::zeros({});
      for (std::int64_t row = 0; row + 1 < kSequences; ++row) {
        total = total + functional::cross_entropy(scores[row], batch.targets[row]);
      }
      return total / (kSequences - 1);
    }
    if (is("loss_divided_by_all_positions")) {
      return functional::cross_entropy(scores.flatten(0, 1), batch.targets.flatten(),
                                       functional::CrossEntropyFuncOptions().reduction(torch::kSum)) /
             batch.targets.numel();
    }
    return functional::cross_entropy(scores.flatten(0, 1), batch.targets.flatten());
  }

  at::Tensor step(const train::Batch& batch) override {
    at::Tensor value = Recipe::step(batch);
    const torch::NoGradGuard guard;
    if (is("padding_row_redrawn")) {
      net_->token->weight[0].normal_(0, 0.2);
    } else if (is("weights_in_bfloat16")) {
      for (const at::Tensor& each : net_->parameters()) {
        each.copy_(each.to(torch::kBFloat16));
      }
    }
    return value;
  }

  at::Tensor reference_loss(const train::Batch& batch) override {
    return plain_cross_entropy(outputs(batch), batch.targets, kIgnored);
  }

  at::Tensor padding(const train::Batch& batch) override { return batch.extra.at(0).logical_not(); }

  train::Declarations declarations() const override {
    train::Declarations declared;
    declared.stochastic = false;
    declared.classes = kTokens;
    declared.loss = train::StandardLoss{};
    declared.causal = true;
    declared.optimizer_options = {{"lr", kTransformerRate}, {"betas.0", 0.9}, {"betas.1", 0.999}, {"eps", 1e-8}};
    declared.decay_spares_vectors = true;
    return declared;
  }

 private:
  std::shared_ptr<TransformerNet> net_;
};

}  // namespace

std::unique_ptr<train::Recipe> make_transformer(const train::RecipeSettings& settings, std::string_view planted) {
  return std::make_unique<Transformer>(settings, planted);
}

}  // namespace assay::zoo
