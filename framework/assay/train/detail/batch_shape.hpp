#pragma once

namespace assay::train {
struct Batch;
}

namespace assay::train::detail {

/// @throws UserError when a batch has no samples or its tensors disagree about how many.
void require_rows(const Batch& batch);

}  // namespace assay::train::detail
