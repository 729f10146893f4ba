#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace torch::nn {
class Module;
}

namespace assay::train {

/// Where the tensors of a checkpoint come from.
struct CheckpointInfo {
  std::string recipe;
  std::uint64_t seed = 0;
  std::uint64_t steps = 0;  ///< updates that had been made
  friend bool operator==(const CheckpointInfo&, const CheckpointInfo&) = default;
};

/// Everything that keeps a checkpoint from being loaded.
struct CheckpointProblem {
  std::string message;  ///< the file and the first finding, and how many more there are
  std::vector<std::string>
      findings;  ///< each a clause: `fc1.weight is [128, 784] float32 in the file, ... in the model`
};

/// Writes every parameter and buffer of a model into an HDF5 file that appears whole or not at all: one dataset each
/// under `/parameters` and `/buffers` (named as in the model; of `/` and `%` in a name as in URLs), and `/manifest`,
/// one JSON text with recipe, seed, and name, type, shape and SHA-256 of each, with its own SHA-256 as attribute. NaN
/// and infinities are kept as they are.
/// @throws UserError for a tensor of a type that files do not hold; InfrastructureError when it cannot be written.
void save_checkpoint(const std::filesystem::path& path, const torch::nn::Module& model, const CheckpointInfo& info);

/// Puts the tensors of a checkpoint into a model, which keeps its tensors and gets their values. Refused, with every
/// finding and without a change to the model: names that only one of the two has, other shapes or types, content that
/// does not have its digest, anything more or less in the file than its manifest says, a file that is no checkpoint or
/// was changed in any byte; the latter is seen before HDF5 opens it.
[[nodiscard]] tl::expected<CheckpointInfo, CheckpointProblem> load_checkpoint(const std::filesystem::path& path,
                                                                              torch::nn::Module& model);

}  // namespace assay::train
