#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace assay::hdf5::detail {

/// Memory that grows and is never cleared, for one thread.
class Buffer {
 public:
  [[nodiscard]] std::byte* get(std::size_t size) {
    if (size > size_) {
      // The old bytes go first, so that both are never held together.
      bytes_.reset();
      bytes_ = std::make_unique_for_overwrite<std::byte[]>(size);
      size_ = size;
    }
    return bytes_.get();
  }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0;
};

/// Two buffers that the steps of decoding use in turn, and one for whole elements.
struct Scratch {
  Buffer even;
  Buffer odd;
  Buffer elements;
};

}  // namespace assay::hdf5::detail
