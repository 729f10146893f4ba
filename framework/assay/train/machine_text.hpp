#pragma once

#include <string>

namespace assay::train {

/// What decides the bits of a run on this machine, for the record: `LibTorch 2.11.0, AVX512`.
[[nodiscard]] std::string machine_text();

}  // namespace assay::train
