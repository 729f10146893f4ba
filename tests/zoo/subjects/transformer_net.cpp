#include "transformer_net.hpp"

#include <torch/types.h>

#include <cmath>
#include <limits>
#include <utility>

namespace assay::zoo {
namespace {

constexpr std::int64_t kHeadWidth = kModelWidth / kHeads;

torch::nn::LayerNorm layer_norm(const std::string& planted) {
  auto options = torch::nn::LayerNormOptions({kModelWidth});
  if (planted == "norm_epsilon_one") {
    options.eps(1.0);
  }
  return torch::nn::LayerNorm(options);
}

}  // namespace

Block::Block(std::string what) : planted(std::move(what)) {
  norm1 = register_module("norm1", layer_norm(planted));
  norm2 = register_module("norm2", layer_norm(planted));
  query = register_module("query", torch::nn::Linear(kModelWidth, kModelWidth));
  key = register_module("key", torch::nn::Linear(kModelWidth, kModelWidth));
  value = register_module("value", torch::nn::Linear(kModelWidth, kModelWidth));
  merge = register_module("merge", torch::nn::Linear(kModelWidth, kModelWidth));
  up = register_module("up", torch::nn::Linear(kModelWidth, 2 * kModelWidth));
  down = register_module("down", torch::nn::Linear(2 * kModelWidth, kModelWidth));
}

at::Tensor Block::attend(const at::Tensor& x, const at::Tensor& allowed) {
  const std::int64_t rows = x.size(0);
  const auto split = [rows](const at::Tensor& whole) {
    return whole.view({rows, -1, kHeads, kHeadWidth}).transpose(1, 2);  // [batch, head, position, width]
  };
  at::Tensor q = split(query(x));
  at::Tensor k = split(key(x));
  const at::Tensor v = split(value(x));
  if (planted == "query_and_key_swapped") {
    std::swap(q, k);
  }
  at::Tensor scores = torch::matmul(q, k.transpose(-2, -1));
  if (planted != "scores_not_scaled") {
    scores = scores / std::sqrt(static_cast<double>(planted == "scores_scaled_by_model" ? kModelWidth : kHeadWidth));
  }
  scores = scores.masked_fill(allowed.unsqueeze(1).logical_not(), -std::numeric_limits<float>::infinity());
  at::Tensor weights = scores.softmax(planted == "softmax_over_queries" ? -2 : -1);
  if (planted == "softmax_over_queries") {
    weights = weights.nan_to_num();
  }
  const at::Tensor mixed = torch::matmul(weights, v);
  if (planted == "heads_merged_without_transpose") {
    return merge(mixed.reshape({rows, -1, kModelWidth}));
  }
  return merge(mixed.transpose(1, 2).reshape({rows, -1, kModelWidth}));
}

at::Tensor Block::forward(const at::Tensor& x, const at::Tensor& allowed) {
  const at::Tensor attended = attend(norm1(x), allowed);
  at::Tensor y = planted == "residual_missing" ? attended : x + attended;
  const at::Tensor thought = down(up(norm2(y)).relu());
  return planted == "second_residual_missing" ? thought : y + thought;
}

TransformerNet::TransformerNet(std::string what) : planted(std::move(what)) {
  token = register_module("token", torch::nn::Embedding(kTokens, kModelWidth));
  position = register_module("position", torch::nn::Embedding(kPositions, kModelWidth));
  {
    const torch::NoGradGuard guard;
    const double deviation = planted == "start_20_times_too_large" ? 4.0 : 0.2;
    token->weight.normal_(0, deviation);
    position->weight.normal_(0, planted == "start_20_times_too_large" ? 4.0 : 0.1);
    token->weight[0].zero_();
  }
  for (const char* name : {"block1", "block2"}) {
    blocks.push_back(std::make_shared<Block>(planted));
    register_module(name, blocks.back());
    const torch::NoGradGuard guard;
    if (planted == "residual_start_repeated") {
      blocks.back()->merge->weight.mul_(4);
      blocks.back()->down->weight.mul_(4);
    }
  }
  norm = register_module("norm", layer_norm(planted));
  if (planted == "head_not_tied") {
    head_weight = register_parameter("head_weight", token->weight.detach().clone());
  } else {
    head_weight = token->weight;
  }
}

at::Tensor TransformerNet::allowed(const at::Tensor& real, const at::Tensor& documents) const {
  const std::int64_t length = real.size(1);
  at::Tensor past = torch::ones({length, length}, torch::kBool).tril(planted == "mask_off_by_one" ? 1 : 0);
  if (planted == "mask_missing") {
    past = torch::ones_like(past);
  } else if (planted == "mask_transposed") {
    past = past.transpose(0, 1);
  }
  at::Tensor may = past.unsqueeze(0).expand({real.size(0), length, length});
  if (planted != "padding_attended") {
    may = may.logical_and(real.unsqueeze(1));
  }
  if (planted != "documents_mixed") {
    may = may.logical_and(documents.unsqueeze(2).eq(documents.unsqueeze(1)));
  }
  if (planted == "padded_row_masked_fully") {
    return may;
  }
  // A query always sees itself, so that no row is without a key.
  return may.logical_or(torch::eye(length, torch::kBool).unsqueeze(0));
}

at::Tensor TransformerNet::forward(const at::Tensor& tokens, const at::Tensor& real, const at::Tensor& documents) {
  at::Tensor places = torch::arange(tokens.size(1));
  if (planted == "one_position_for_all") {
    places = torch::zeros_like(places);
  }
  at::Tensor x = token(tokens);
  if (planted != "no_positions") {
    x = x + position(places).unsqueeze(0);
  }
  const at::Tensor may = allowed(real, documents);
  for (const auto& block : blocks) {
    x = block->forward(x, may);
  }
  return torch::matmul(norm(x), head_weight.t());
}

}  // namespace assay::zoo
