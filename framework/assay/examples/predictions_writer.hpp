#pragma once

#include <assay/base/sha256.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace assay::examples {

/// What a model said about some examples, with what is known of them.
struct ScoredExamples {
  std::string model_id;
  std::vector<base::Digest> ids;  ///< one a row; empty: they are the rows 0, 1, ... of a pool
  std::uint64_t classes = 0;
  std::vector<float> scores;             ///< rows * classes, before softmax
  std::vector<std::int64_t> labels;      ///< one a row, outside the classes: not known; empty: none is known
  std::vector<std::string> class_names;  ///< one a class; empty: not known
  bool with_probabilities = false;       ///< write the softmax of the scores beside them
};

/// Cross-entropy of one example from its scores before softmax, in double and without overflow: log(sum(exp(s))) - s at
/// the label. NaN for a label outside the scores and when a score is not finite.
[[nodiscard]] double cross_entropy(std::span<const float> scores, std::int64_t label) noexcept;

/// Writes a predictions file, whole or not at all: `/id` or `/row`, `/scores`, `/loss` (the cross-entropy) with labels,
/// `/probabilities`, `/classes/names`, and the attribute `model_id`. An older file is replaced.
/// @throws base::UserError for lengths that do not fit, and, with probabilities, when a score is not finite;
/// base::InfrastructureError when it cannot be written
void write_predictions(const std::filesystem::path& target, const ScoredExamples& examples);

}  // namespace assay::examples
