// The stock worker: runs suites written in TOML alone that need no LibTorch.
#include <assay/worker.hpp>

#include <fmt/core.h>
#include <hdf5.h>

#include <string_view>

namespace {

/// For `assay doctor`: the HDF5 library that this program runs with, as JSON.
int probe() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  if (H5get_libversion(&major, &minor, &release) < 0) return 3;
  const bool deflate = H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0;
  const bool szip = H5Zfilter_avail(H5Z_FILTER_SZIP) > 0;
  fmt::print("{{\"schema\": 1, \"hdf5\": \"{}.{}.{}\", \"deflate\": {}, \"szip\": {}}}\n", major, minor, release,
             deflate, szip);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--assay_probe") return probe();
  return assay::run_worker(argc, argv);
}
