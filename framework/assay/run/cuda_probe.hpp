#pragma once

#include <functional>
#include <optional>
#include <string>

namespace assay::run {

/// Asks whether a CUDA program could run here: none when it could, else why not in a few words.
using CudaProbe = std::function<std::optional<std::string>()>;

/// The probe of this machine: looks for the NVIDIA driver's device and library, and starts neither.
[[nodiscard]] std::optional<std::string> missing_cuda();

}  // namespace assay::run
