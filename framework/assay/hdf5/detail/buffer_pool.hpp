#pragma once

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace assay::hdf5::detail {

/// Keeps a few byte buffers for use again, for any threads: fresh memory costs more than reading into it.
class BufferPool {
 public:
  /// A buffer that was given back, with its old bytes: resizing it costs nothing. An empty one when there is none.
  [[nodiscard]] std::vector<std::byte> take() {
    const std::lock_guard lock(mutex_);
    if (buffers_.empty()) {
      return {};
    }
    std::vector<std::byte> buffer = std::move(buffers_.back());
    buffers_.pop_back();
    return buffer;
  }
  void give(std::vector<std::byte>&& buffer) {
    const std::lock_guard lock(mutex_);
    if (buffers_.size() < kMost) {
      buffers_.push_back(std::move(buffer));
    }
  }

 private:
  static constexpr std::size_t kMost = 8;
  std::mutex mutex_;
  std::vector<std::vector<std::byte>> buffers_;
};

}  // namespace assay::hdf5::detail
