// assay-torch-probe: says, in one JSON line, with which LibTorch the programs beside it were built and with which they
// would run. A program that is linked to another LibTorch ends before its first line ("symbol lookup error", exit 127)
// and cannot say so itself.
//
// Exit codes: 0 the two agree; 3 they do not, or there is none; then a sentence on stderr says what to do.

#include <nlohmann/json.hpp>

#include <cstdint>
#include <iostream>
#include <string>
#if __has_include(<torch/headeronly/version.h>)
#include <torch/headeronly/version.h>
#else
#include <torch/csrc/api/include/torch/version.h>
#endif

#include "library.hpp"

namespace {

#ifdef TORCH_ABI_VERSION
constexpr std::uint64_t kHeaderVersion = TORCH_ABI_VERSION;
#else
constexpr std::uint64_t kHeaderVersion = (std::uint64_t{TORCH_VERSION_MAJOR} << 56U) |
                                         (std::uint64_t{TORCH_VERSION_MINOR} << 48U) |
                                         (std::uint64_t{TORCH_VERSION_PATCH} << 40U);
#endif

constexpr int kMachineLacks = 3;

void print(const nlohmann::ordered_json& line) {
  std::cout << line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace

int main() {
  const std::string header_version = assay::torch_probe::version_text(kHeaderVersion);
  const auto library = assay::torch_probe::open_library();
  if (!library) {
    print({{"header", header_version},
           {"library", nullptr},
           {"match", false},
           {"path", nullptr},
           {"problem", library.error()}});
    std::cerr << "assay-torch-probe: " << library.error() << ". Call tools/setup, then build again.\n";
    return kMachineLacks;
  }
  const std::string library_version = assay::torch_probe::version_text(library->abi_version);
  const bool match = library->abi_version == kHeaderVersion;
  print({{"header", header_version}, {"library", library_version}, {"match", match}, {"path", library->path}});
  if (match) return 0;
  std::cerr << "assay-torch-probe: built with LibTorch " << header_version << ", but the loader opens "
            << library_version << " from " << library->path
            << ". Take its folder out of LD_LIBRARY_PATH, or build again with ASSAY_LIBTORCH_ROOT naming it.\n";
  return kMachineLacks;
}
