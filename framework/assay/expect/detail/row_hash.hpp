#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay::expect::detail {

/// 128 bits that stand for the content of a row. Two unlike rows among n share one with probability below n^2 / 2^129:
/// 2e-24 for the most rows that are taken. Not meant against someone who searches for collisions.
struct RowHash {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const RowHash&, const RowHash&) = default;
};

/// Makes a row's hash from words; the mixing is that of MurmurHash3_x64_128 (Appleby, public domain).
class RowHasher {
 public:
  void add(std::uint64_t word) noexcept;
  /// The bytes, padded with zeros to whole words; who needs the length adds it.
  void add_bytes(std::span<const std::byte> bytes) noexcept;
  [[nodiscard]] RowHash finish() noexcept;

 private:
  void mix(std::uint64_t first, std::uint64_t second) noexcept;

  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
  std::uint64_t words_ = 0;
  std::uint64_t pending_ = 0;
};

/// Finds equal hashes in a list of at most 2^32 - 2: open addressing, 4 bytes a slot, at most half full.
class RowHashIndex {
 public:
  explicit RowHashIndex(std::span<const RowHash> hashes);

  /// The first of the list's hashes that was inserted and equals this one.
  [[nodiscard]] std::optional<std::size_t> find(const RowHash& hash) const noexcept;
  /// Inserts the hash at `position` of the list unless an equal one is there; then returns that one's position.
  std::optional<std::size_t> insert(std::size_t position) noexcept;

 private:
  [[nodiscard]] std::size_t slot_of(const RowHash& hash) const noexcept;

  std::span<const RowHash> hashes_;
  std::vector<std::uint32_t> slots_;  ///< position + 1; 0 = free
};

}  // namespace assay::expect::detail
