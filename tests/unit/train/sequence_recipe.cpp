#include "sequence_recipe.hpp"

#include <assay/train/recipe.hpp>

#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/adam.h>
#include <torch/torch.h>

#include <memory>

namespace assay::train {
namespace {

constexpr std::int64_t kSequences = 6;
constexpr std::int64_t kLength = 8;
constexpr std::int64_t kTokens = 11;
constexpr std::int64_t kIgnored = -100;

struct SequenceNet : torch::nn::Module {
  explicit SequenceNet(SequenceTwist which) : twist(which) {
    embedding = register_module("embedding", torch::nn::Embedding(kTokens, 16));
    inner = register_module("inner", torch::nn::Linear(32, 32));
    head = register_module("head", torch::nn::Linear(32, kTokens));
  }

  at::Tensor forward(const at::Tensor& tokens) {
    const at::Tensor x = embedding(tokens);
    const std::int64_t diagonal = twist == SequenceTwist::kSeesNext  ? 1
                                  : twist == SequenceTwist::kSeesAll ? kLength
                                                                     : 0;
    at::Tensor weights = torch::ones({kLength, kLength}).tril(diagonal);
    if (twist == SequenceTwist::kSeesItself) {
      weights = torch::eye(kLength);
    }
    weights = weights / weights.sum(1, /*keepdim=*/true);
    return head(inner(torch::cat({x, torch::matmul(weights, x)}, 2)).relu());
  }

  SequenceTwist twist;
  torch::nn::Embedding embedding{nullptr};
  torch::nn::Linear inner{nullptr};
  torch::nn::Linear head{nullptr};
};

class SequenceRecipe : public Recipe {
 public:
  explicit SequenceRecipe(SequenceTwist twist)
      : twist_(twist),
        net_(std::make_shared<SequenceNet>(twist)),
        optimizer_(net_->parameters(), torch::optim::AdamOptions(0.02)) {}

  torch::nn::Module& model() override { return *net_; }
  torch::optim::Optimizer& optimizer() override { return optimizer_; }

  Batch batch(std::uint64_t /*index*/) override {
    at::Tensor tokens = torch::empty({kSequences, kLength}, torch::kLong);
    at::Tensor targets = torch::empty({kSequences, kLength}, torch::kLong);
    at::Tensor padding = torch::zeros({kSequences, kLength}, torch::kBool);
    for (std::int64_t row = 0; row < kSequences; ++row) {
      for (std::int64_t place = 0; place < kLength; ++place) {
        const bool padded = place >= kLength - row % 3;
        tokens[row][place] = padded ? 0 : 1 + (row + 3 * place + row * place) % (kTokens - 1);
        targets[row][place] = padded ? kIgnored : 1 + (2 * row + 3 * place + row * place) % (kTokens - 1);
        padding[row][place] = padded;
      }
    }
    return {tokens, targets, {padding}};
  }

  at::Tensor loss(const Batch& batch) override {
    at::Tensor targets = batch.targets;
    if (twist_ == SequenceTwist::kScoresPadding) {
      targets = targets.where(targets.ge(0), batch.inputs.remainder(2));
    }
    return torch::nn::functional::cross_entropy(net_->forward(batch.inputs).flatten(0, 1), targets.flatten());
  }

  at::Tensor scores(const at::Tensor& inputs) override { return net_->forward(inputs); }
  at::Tensor padding(const Batch& batch) override { return batch.extra.at(0); }

  Declarations declarations() const override {
    Declarations declared;
    declared.causal = twist_ != SequenceTwist::kUndeclared;
    return declared;
  }

 private:
  SequenceTwist twist_;
  std::shared_ptr<SequenceNet> net_;
  torch::optim::Adam optimizer_;
};

}  // namespace

RecipeFactory sequence_recipe(SequenceTwist twist) {
  return [twist](const RecipeSettings&) { return std::make_unique<SequenceRecipe>(twist); };
}

}  // namespace assay::train
