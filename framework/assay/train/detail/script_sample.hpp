#pragma once

#include <assay/train/detail/script_data.hpp>

#include <cstdint>

namespace assay::train::detail {

/// How many rows are wanted, and by which seed they are drawn.
struct SampleSize {
  std::uint64_t batch_size = 0;  ///< 0: 32, or as many as there are
  std::uint64_t batches = 1;
  std::uint64_t seed = 0;
};

/// The examples of a case in their stored types: batch `i` is the rows from `i * batch_size` on.
struct Sample {
  at::Tensor inputs;
  at::Tensor targets;
  std::int64_t batch_size = 0;
};

/// Reads the rows of a sample; neighbours in the data, which are often of one class, come into different batches.
/// @throws UserError as `read_rows` does, and for unlike numbers of rows, too few, or whole numbers beyond int64.
[[nodiscard]] Sample read_sample(const ShardedDataset& inputs, const ShardedDataset& targets, const SampleSize& size,
                                 const OnDataset& on_read);

}  // namespace assay::train::detail
