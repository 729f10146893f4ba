#pragma once

#include <assay/base/file_descriptor.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::expect::detail {

/// Room on the disk for what does not fit into memory: a file without a name in the temporary folder, gone with the
/// object or the process. All members throw std::system_error, which says what was tried.
class SpillFile {
 public:
  SpillFile();

  /// Writes the bytes behind all others and returns their place.
  std::uint64_t append(std::span<const std::byte> bytes);
  void read(std::uint64_t place, std::span<std::byte> bytes) const;

 private:
  base::FileDescriptor file_;
  std::uint64_t size_ = 0;
};

}  // namespace assay::expect::detail
