#include "library.hpp"

#include <dlfcn.h>

namespace assay::torch_probe {

tl::expected<Library, std::string> open_library() {
  void* const handle = dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) return tl::unexpected(std::string("cannot open LibTorch: ") + dlerror());

  void* const symbol = dlsym(handle, "aoti_torch_abi_version");
  if (symbol == nullptr)
    return tl::unexpected<std::string>("this libtorch_cpu.so does not tell its version (older than 2.9?)");

  Library library;
  library.abi_version = reinterpret_cast<std::uint64_t (*)()>(symbol)();
  Dl_info info{};
  if (dladdr(symbol, &info) != 0 && info.dli_fname != nullptr) library.path = info.dli_fname;
  return library;
}

std::string version_text(std::uint64_t abi_version) {
  const auto part = [abi_version](unsigned shift) { return std::to_string((abi_version >> shift) & 0xFFU); };
  return part(56) + "." + part(48) + "." + part(40);
}

}  // namespace assay::torch_probe
