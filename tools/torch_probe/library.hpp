#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <string>

namespace assay::torch_probe {

/// The libtorch_cpu that a program built here would run with.
struct Library {
  std::string path;               ///< the file that the loader opened
  std::uint64_t abi_version = 0;  ///< as TORCH_ABI_VERSION: major << 56 | minor << 48 | patch << 40 | tag
};

/// Opens libtorch_cpu as the loader finds it (LD_LIBRARY_PATH first, then the folder this program was built with) and
/// asks for its version. On failure the loader's own sentence, or that the library is too old to know its version.
/// The library stays open until the program ends: unloading it is not safe.
[[nodiscard]] tl::expected<Library, std::string> open_library();

/// "2.11.0" of such a number.
[[nodiscard]] std::string version_text(std::uint64_t abi_version);

}  // namespace assay::torch_probe
