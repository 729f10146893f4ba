#pragma once

#include <assay/expect/detail/row_window.hpp>
#include <assay/expect/detail/structure.hpp>
#include <assay/expect/evaluation.hpp>
#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/dataset.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace assay::expect::detail {

/// What is read in one step, not yet decoded: a block of the scanned dataset and the same rows of its companions.
struct RawStep {
  std::size_t shard = 0;
  std::optional<hdf5::RawBlock> leader;                    ///< none: see `trouble`
  std::optional<Trouble> trouble;                          ///< the scanned dataset cannot be read on
  std::vector<std::optional<hdf5::RawBlock>> companions;   ///< none: see `decoded` and `companion_troubles`
  std::vector<std::optional<hdf5::Block>> decoded;         ///< of companions whose shards are cut in another way
  std::vector<std::optional<Trouble>> companion_troubles;  ///< from the first problem on, in every step
};

/// A dataset that is walked beside another one.
struct Beside {
  const Structure* structure = nullptr;
  bool aligned = true;  ///< its shards are cut as those of the other
};

/// Reads a dataset and its companions in step, shard after shard. Calls HDF5.
class StepReader {
 public:
  StepReader(const Structure& leader, const std::vector<Beside>& companions, const EvaluationOptions& options);

  /// False at the end. After a trouble of the scanned dataset there is no further step.
  [[nodiscard]] bool next(RawStep& step);

 private:
  struct Source {
    const Structure* structure;
    std::optional<hdf5::Dataset> dataset;
    std::optional<hdf5::BlockSource> blocks;
    std::optional<Trouble> trouble;
    std::optional<RowWindow> window;  ///< in place of the two where the shards are cut in another way
  };

  void read_beside(Source& companion, std::size_t number, RawStep& step);
  void open_shard();
  void open_source(Source& source);

  std::vector<Source> sources_;  ///< the scanned dataset first
  const EvaluationOptions& options_;
  std::size_t shard_ = 0;
  bool open_ = false;
  bool ended_ = false;
};

}  // namespace assay::expect::detail
