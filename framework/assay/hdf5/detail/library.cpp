#include <assay/base/utf8.hpp>
#include <assay/hdf5/detail/library.hpp>

#include <hdf5.h>

#include <string_view>
#include <vector>

namespace assay::hdf5::detail {
namespace {

constexpr std::size_t kMostCauses = 3;
constexpr std::size_t kMostCauseBytes = 300;

herr_t collect(unsigned /*position*/, const H5E_error2_t* entry, void* data) {
  auto& causes = *static_cast<std::vector<std::string>*>(data);
  if (causes.size() < kMostCauses && entry->desc != nullptr && *entry->desc != '\0') {
    std::string cause = base::to_printable(std::string_view(entry->desc).substr(0, kMostCauseBytes));
    if (causes.empty() || causes.back() != cause) {
      causes.push_back(std::move(cause));
    }
  }
  return 0;
}

herr_t innermost_is_unwritten_chunk(unsigned /*position*/, const H5E_error2_t* entry, void* data) {
  // The text, not H5E_CANTALLOC: that macro calls HDF5, which clears the stack that is being walked.
  const std::string_view cause(entry->desc);
  *static_cast<bool*>(data) = cause == "chunk storage is not allocated" || cause == "chunk address isn't defined";
  return 1;
}

}  // namespace

void prepare_library() {
  static const bool once = [] {
    H5dont_atexit();
    H5open();
    H5PLset_loading_state(0);
    return true;
  }();
  // Each thread of a thread-safe HDF5 has an error stack of its own, which prints unless told not to.
  thread_local const bool quiet = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
  static_cast<void>(once);
  static_cast<void>(quiet);
}

std::string error_text() {
  std::vector<std::string> causes;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, collect, &causes);
  if (causes.empty()) {
    return "HDF5 gives no reason";
  }
  std::string text = "HDF5 says: " + causes.front();
  for (std::size_t i = 1; i < causes.size(); ++i) {
    text += "; " + causes[i];
  }
  return text;
}

bool failed_for_unwritten_chunk() {
  bool is = false;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost_is_unwritten_chunk, &is);
  return is;
}

}  // namespace assay::hdf5::detail
