#include <assay/base/file_descriptor.hpp>

#include <unistd.h>

namespace assay::base {

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    reset();
    value_ = std::exchange(other.value_, -1);
  }
  return *this;
}

void FileDescriptor::reset() noexcept {
  if (const int value = std::exchange(value_, -1); value >= 0) {
    // Not repeated on EINTR: Linux has closed it by then, and the number may belong to someone else.
    close(value);
  }
}

}  // namespace assay::base
