#pragma once

#include <assay/base/file_descriptor.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace assay::run::detail {

/// Keeps what a worker prints: the first and the last part in a file, with a line between that says how much is left
/// out. Never holds more than twice the last part in memory.
class BoundedOutput {
 public:
  static constexpr std::size_t kFirstPart = std::size_t{256} << 10;
  static constexpr std::size_t kLastPart = std::size_t{256} << 10;

  /// A file that cannot be opened keeps nothing but the last part in memory.
  explicit BoundedOutput(const std::filesystem::path& file);

  void add(std::string_view bytes);
  /// Writes what is held back. Nothing may be added after it.
  void finish();
  /// The last `most` bytes at most, from the start of a line where there is one.
  [[nodiscard]] std::string tail(std::size_t most) const;

 private:
  base::FileDescriptor file_;
  std::uint64_t total_ = 0;
  std::string last_;  ///< the end of all that was added
};

}  // namespace assay::run::detail
