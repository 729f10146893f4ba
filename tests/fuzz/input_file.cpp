#include "input_file.hpp"

#include <cerrno>
#include <string>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

namespace assay::fuzz {

InputFile::InputFile(const std::uint8_t* bytes, std::size_t size) : descriptor_(memfd_create("input", MFD_CLOEXEC)) {
  std::size_t written = 0;
  while (descriptor_ >= 0 && written < size) {
    const ssize_t count = ::write(descriptor_, bytes + written, size - written);
    if (count < 0) break;
    written += static_cast<std::size_t>(count);
  }
  if (descriptor_ < 0 || written < size) {
    throw std::system_error(errno, std::generic_category(), "a file in memory for an input");
  }
}

InputFile::~InputFile() { ::close(descriptor_); }

std::filesystem::path InputFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

}  // namespace assay::fuzz
