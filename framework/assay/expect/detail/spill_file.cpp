#include <assay/expect/detail/spill_file.hpp>

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>

namespace assay::expect::detail {

namespace {

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

}  // namespace

SpillFile::SpillFile() {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  std::string name = (folder / "assay-values-XXXXXX").string();
  file_ = base::FileDescriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (!file_) fail("cannot make a temporary file in " + folder.string());
  ::unlink(name.c_str());
}

std::uint64_t SpillFile::append(std::span<const std::byte> bytes) {
  const std::uint64_t place = size_;
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write values to a temporary file");
    size_ += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return place;
}

void SpillFile::read(std::uint64_t place, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got = ::pread(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = EIO;
    if (got <= 0) fail("cannot read values back from a temporary file");
    place += static_cast<std::uint64_t>(got);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

}  // namespace assay::expect::detail
