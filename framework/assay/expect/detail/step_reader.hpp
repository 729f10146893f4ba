#pragma once

#include <assay/expect/detail/structure.hpp>
#include <assay/expect/evaluation.hpp>
#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/dataset.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace assay::expect::detail {

/// What is read in one step, not yet decoded: a block of the scanned dataset and the same rows of its companions.
struct RawStep {
  std::size_t shard = 0;
  std::optional<hdf5::RawBlock> leader;                    ///< none: see `trouble`
  std::optional<Trouble> trouble;                          ///< the scanned dataset cannot be read on
  std::vector<std::optional<hdf5::RawBlock>> companions;   ///< none: see `companion_troubles`
  std::vector<std::optional<Trouble>> companion_troubles;  ///< from the first problem on, in every step
};

/// Reads a dataset and its companions, cut into shards as it is, in step and shard after shard. Calls HDF5.
class StepReader {
 public:
  /// Says of rows of the dataset (running through all shards) whether anybody wants one of them.
  using IsWanted = std::function<bool(std::uint64_t first_row, std::uint64_t rows)>;

  StepReader(const Structure& leader, const std::vector<const Structure*>& companions, IsWanted is_wanted,
             const EvaluationOptions& options);

  /// False at the end. Steps without wanted rows are passed over. After a trouble of the scanned dataset there is no
  /// further step.
  [[nodiscard]] bool next(RawStep& step);

 private:
  struct Source {
    const Structure* structure;
    std::optional<hdf5::Dataset> dataset;
    std::optional<hdf5::BlockSource> blocks;
    std::optional<Trouble> trouble;
  };

  void read_beside(Source& companion, std::size_t number, RawStep& step);
  void open_shard();
  void open_source(Source& source);

  std::vector<Source> sources_;  ///< the scanned dataset first
  IsWanted is_wanted_;
  const EvaluationOptions& options_;
  std::size_t shard_ = 0;
  bool open_ = false;
  bool ended_ = false;
};

}  // namespace assay::expect::detail
