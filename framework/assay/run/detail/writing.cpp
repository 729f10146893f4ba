#include <assay/base/error.hpp>
#include <assay/base/file_descriptor.hpp>
#include <assay/run/detail/writing.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace assay::run::detail {

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

void write_new_file(const std::filesystem::path& path, std::string_view content) {
  const base::FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!file || !write_all(file.get(), content)) {
    throw base::InfrastructureError(fmt::format("{} cannot be written: {}", path.native(), std::strerror(errno)));
  }
}

}  // namespace assay::run::detail
