#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace assay::base {

using Digest = std::array<std::byte, 32>;

/// SHA-256 fed in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void add(std::span<const std::byte> bytes);
  void add(std::string_view text);
  /// The digest of all that was added; the object starts anew afterwards.
  [[nodiscard]] Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// 64 lower-case hexadecimal digits.
[[nodiscard]] std::string to_hex(const Digest& digest);

/// Digest of a file's content, read in pieces.
/// @throws InfrastructureError when the file cannot be opened or read.
[[nodiscard]] Digest sha256_of_file(const std::filesystem::path& path);

}  // namespace assay::base
