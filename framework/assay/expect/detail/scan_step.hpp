#pragma once

#include <assay/expect/detail/accumulator.hpp>
#include <assay/expect/detail/block_elements.hpp>
#include <assay/expect/detail/row_filter.hpp>
#include <assay/expect/detail/scan_run.hpp>
#include <assay/expect/detail/selection.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace assay::expect::detail {

/// What one scan makes of one step.
struct ScanRun::StepPart {
  Selection::Run rows;     ///< of its dataset, or part of one
  BlockElements selected;  ///< where that is a part
  std::vector<BlockElements> companions;
  std::vector<std::optional<hdf5::Block>> windows;  ///< what those read
  std::vector<std::optional<Trouble>> companion_troubles;
  std::vector<FilteredBlock> filtered;             ///< a filter
  std::vector<BlockSummary> summaries;             ///< a filter
  std::vector<std::unique_ptr<Partial>> partials;  ///< a metric; null where there is trouble
};

/// One step on its way through the pipeline; its memory is used again for later steps.
struct ScanRun::Step {
  RawStep raw;
  std::uint64_t first_row = 0;  ///< of the stored dataset, running through all shards
  BlockElements leader;
  std::vector<BlockElements> in_step;
  std::vector<NumberSummary<float>> columns;  ///< of the leader's; empty where they were not made
  std::vector<StepPart> parts;
};

}  // namespace assay::expect::detail
