#include <assay/run/cuda_probe.hpp>

#include <dlfcn.h>
#include <memory>
#include <unistd.h>

namespace assay::run {

std::optional<std::string> missing_cuda() {
  const bool native = ::access("/dev/nvidiactl", F_OK) == 0;
  const bool windows = ::access("/dev/dxg", F_OK) == 0;
  if (!native && !windows) return "this machine has no NVIDIA GPU that programs can use (/dev/nvidiactl is not there)";
  const std::unique_ptr<void, int (*)(void*)> library(::dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL), &::dlclose);
  if (library == nullptr) return "the NVIDIA driver's library libcuda.so.1 cannot be loaded";
  return std::nullopt;
}

}  // namespace assay::run
