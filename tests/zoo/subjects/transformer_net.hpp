#pragma once

#include <torch/nn/module.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>

#include <cstdint>
#include <string>
#include <vector>

namespace assay::zoo {

/// Sizes of the transformer and of its batch.
inline constexpr std::int64_t kTokens = 20;  ///< token 0 is padding
inline constexpr std::int64_t kPositions = 12;
inline constexpr std::int64_t kModelWidth = 32;
inline constexpr std::int64_t kHeads = 4;

/// Attention and two linear layers, each behind a layer norm and beside a residual connection.
struct Block : torch::nn::Module {
  explicit Block(std::string planted);
  /// @param allowed [batch, query, key]: where a query may look.
  at::Tensor forward(const at::Tensor& x, const at::Tensor& allowed);

  std::string planted;
  torch::nn::LayerNorm norm1{nullptr};
  torch::nn::LayerNorm norm2{nullptr};
  torch::nn::Linear query{nullptr};
  torch::nn::Linear key{nullptr};
  torch::nn::Linear value{nullptr};
  torch::nn::Linear merge{nullptr};
  torch::nn::Linear up{nullptr};
  torch::nn::Linear down{nullptr};

 private:
  at::Tensor attend(const at::Tensor& x, const at::Tensor& allowed);
};

/// Causal language model of two blocks whose head is its token table.
struct TransformerNet : torch::nn::Module {
  explicit TransformerNet(std::string planted);
  /// @param real [batch, position]: no padding; @param documents the same shape: number of the document.
  at::Tensor forward(const at::Tensor& tokens, const at::Tensor& real, const at::Tensor& documents);

  std::string planted;
  torch::nn::Embedding token{nullptr};
  torch::nn::Embedding position{nullptr};
  std::vector<std::shared_ptr<Block>> blocks;
  torch::nn::LayerNorm norm{nullptr};
  at::Tensor head_weight;  ///< the very tensor of `token`

 private:
  [[nodiscard]] at::Tensor allowed(const at::Tensor& real, const at::Tensor& documents) const;
};

}  // namespace assay::zoo
