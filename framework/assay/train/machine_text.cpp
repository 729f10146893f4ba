#include <assay/train/machine_text.hpp>

#include <ATen/Version.h>
#include <fmt/format.h>
#include <torch/version.h>

namespace assay::train {

std::string machine_text() { return fmt::format("LibTorch {}, {}", TORCH_VERSION, at::get_cpu_capability()); }

}  // namespace assay::train
