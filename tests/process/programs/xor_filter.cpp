// An HDF5 filter plug-in, number 300: every byte is combined with 0x5a. It says on a file of its environment that it
// was loaded.
#include <H5PLextern.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr H5Z_filter_t kNumber = 300;

std::size_t combine(unsigned /*flags*/, std::size_t /*values*/, const unsigned* /*value*/, std::size_t bytes,
                    std::size_t* /*size*/, void** buffer) {
  auto* data = static_cast<unsigned char*>(*buffer);
  for (std::size_t i = 0; i < bytes; ++i) data[i] ^= 0x5aU;
  return bytes;
}

const H5Z_class2_t kFilter = {H5Z_CLASS_T_VERS, kNumber, 1, 1, "xor", nullptr, nullptr, combine};

/// The library is loaded: what a test must not find out by anything but this.
const bool kLoaded = [] {
  if (const char* path = std::getenv("XOR_FILTER_LOADED"); path != nullptr) {
    if (std::FILE* file = std::fopen(path, "w"); file != nullptr) std::fclose(file);
  }
  return true;
}();

}  // namespace

extern "C" H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
extern "C" const void* H5PLget_plugin_info() { return kLoaded ? &kFilter : nullptr; }
