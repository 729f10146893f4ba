#include <assay/base/error.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/plugins.hpp>

#include <fmt/format.h>
#include <hdf5.h>

#include <system_error>

namespace assay::hdf5 {

void allow_filter_plugins(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) {
    throw base::UserError(fmt::format("{}: no folder that HDF5 could load filter plug-ins from", folder.string()));
  }
  detail::prepare_library();
  // What the environment or the distribution names is not what was asked for.
  unsigned count = 0;
  while (H5PLsize(&count) >= 0 && count > 0) {
    if (H5PLremove(0) < 0) {
      throw base::InfrastructureError(
          fmt::format("HDF5 does not leave its own plug-in folders: {}", detail::error_text()));
    }
  }
  if (H5PLappend(folder.c_str()) < 0 || H5PLset_loading_state(H5PL_FILTER_PLUGIN) < 0) {
    throw base::InfrastructureError(
        fmt::format("{}: HDF5 does not take this plug-in folder: {}", folder.string(), detail::error_text()));
  }
}

}  // namespace assay::hdf5
