#include <assay/hdf5/detail/neighbour_file.hpp>

#include <system_error>

namespace assay::hdf5::detail {
namespace {

bool is_file(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace

std::optional<std::filesystem::path> neighbour_file(const std::filesystem::path& naming_file, const std::string& name) {
  const std::filesystem::path path(name);
  if (name.empty()) {
    return std::nullopt;
  }
  if (path.is_absolute() && is_file(path)) {
    return path;
  }
  // HDF5 tries the last part of an absolute name beside the naming file, for folders that were moved as a whole.
  const std::filesystem::path beside = path.is_absolute() ? path.filename() : path;
  std::error_code failed;
  const std::filesystem::path real = std::filesystem::canonical(naming_file, failed);
  for (const std::filesystem::path& folder : {naming_file.parent_path(), real.parent_path()}) {
    if (is_file(folder / beside)) {
      return folder / beside;
    }
  }
  return !path.is_absolute() && is_file(path) ? std::optional(path) : std::nullopt;
}

}  // namespace assay::hdf5::detail
