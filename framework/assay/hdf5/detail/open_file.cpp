#include <assay/base/file_descriptor.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/open_file.hpp>
#include <assay/hdf5/detail/origin.hpp>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace assay::hdf5::detail {
namespace {

constexpr std::array<unsigned char, 8> kSignature{0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

/// The signature stands at 0, 512, 1024, 2048, ... (HDF5 file format specification, section II.A).
bool has_signature(int descriptor, off_t size) {
  for (off_t offset = 0; offset + 8 <= size; offset = offset == 0 ? 512 : offset * 2) {
    std::array<unsigned char, 8> bytes{};
    if (pread(descriptor, bytes.data(), bytes.size(), offset) == static_cast<ssize_t>(bytes.size()) &&
        bytes == kSignature) {
      return true;
    }
  }
  return false;
}

std::string system_text(int code) { return std::error_code(code, std::generic_category()).message(); }

}  // namespace

tl::expected<Id, Problem> open_file(const std::filesystem::path& path) {
  const Origin origin{path, ""};
  // Without O_NONBLOCK opening a pipe waits for a writer that may never come.
  const base::FileDescriptor descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!descriptor || fstat(descriptor.get(), &status) != 0) {
    const int code = errno;
    const bool missing = code == ENOENT || code == ENOTDIR;
    return tl::unexpected(origin.problem(missing ? Problem::Kind::kMissing : Problem::Kind::kUnreadable,
                                         "the file cannot be opened: " + system_text(code)));
  }
  if (!S_ISREG(status.st_mode)) {
    return tl::unexpected(
        origin.unreadable(S_ISDIR(status.st_mode) ? "is a folder, not an HDF5 file" : "is not a regular file"));
  }
  if (!has_signature(descriptor.get(), status.st_size)) {
    return tl::unexpected(origin.unreadable(
        status.st_size == 0 ? "the file is empty, so it is not an HDF5 file"
                            : fmt::format("is not an HDF5 file: none of its {} bytes begin one", status.st_size)));
  }

  prepare_library();
  const Id access(H5Pcreate(H5P_FILE_ACCESS));
  if (!access || H5Pset_fapl_sec2(access.get()) < 0 || H5Pset_file_locking(access.get(), true, true) < 0) {
    return tl::unexpected(origin.unreadable(error_text()));
  }
  Id file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()));
  if (!file) {
    const std::string cause = error_text();
    if (cause.find("lock file") != std::string::npos) {
      return tl::unexpected(origin.unreadable(
          fmt::format("the file cannot be locked: {}. Another program has it open for writing, or its file system has "
                      "no locks; when nobody writes to it, set HDF5_USE_FILE_LOCKING=FALSE",
                      cause)));
    }
    return tl::unexpected(origin.unreadable(
        fmt::format("the HDF5 file is damaged or was cut short ({} bytes): {}", status.st_size, cause)));
  }
  return file;
}

}  // namespace assay::hdf5::detail
