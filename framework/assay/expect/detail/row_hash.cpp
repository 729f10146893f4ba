#include <assay/expect/detail/row_hash.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace assay::expect::detail {

namespace {

constexpr std::uint64_t kFirst = 0x87C37B91114253D5U;
constexpr std::uint64_t kSecond = 0x4CF5AD432745937FU;

std::uint64_t scramble(std::uint64_t value) noexcept {
  value ^= value >> 33U;
  value *= 0xFF51AFD7ED558CCDU;
  value ^= value >> 33U;
  value *= 0xC4CEB9FE1A85EC53U;
  return value ^ (value >> 33U);
}

}  // namespace

void RowHasher::mix(std::uint64_t first, std::uint64_t second) noexcept {
  low_ ^= std::rotl(first * kFirst, 31) * kSecond;
  low_ = (std::rotl(low_, 27) + high_) * 5 + 0x52DCE729U;
  high_ ^= std::rotl(second * kSecond, 33) * kFirst;
  high_ = (std::rotl(high_, 31) + low_) * 5 + 0x38495AB5U;
}

void RowHasher::add(std::uint64_t word) noexcept {
  if (++words_ % 2 == 1) {
    pending_ = word;
  } else {
    mix(pending_, word);
  }
}

void RowHasher::add_bytes(std::span<const std::byte> bytes) noexcept {
  for (std::size_t begin = 0; begin < bytes.size(); begin += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + begin, std::min(sizeof(word), bytes.size() - begin));
    add(word);
  }
}

RowHash RowHasher::finish() noexcept {
  if (words_ % 2 == 1) mix(pending_, 0);
  std::uint64_t low = low_ ^ words_;
  std::uint64_t high = high_ ^ words_;
  low += high;
  high += low;
  low = scramble(low);
  high = scramble(high);
  low += high;
  high += low;
  *this = {};
  return {low, high};
}

RowHashIndex::RowHashIndex(std::span<const RowHash> hashes)
    : hashes_(hashes), slots_(std::bit_ceil(std::max<std::size_t>(2 * hashes.size(), 2)), 0) {}

std::size_t RowHashIndex::slot_of(const RowHash& hash) const noexcept {
  std::size_t slot = hash.low & (slots_.size() - 1);
  while (slots_[slot] != 0 && !(hashes_[slots_[slot] - 1] == hash)) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

std::optional<std::size_t> RowHashIndex::find(const RowHash& hash) const noexcept {
  const std::uint32_t entry = slots_[slot_of(hash)];
  if (entry == 0) return std::nullopt;
  return entry - 1;
}

std::optional<std::size_t> RowHashIndex::insert(std::size_t position) noexcept {
  std::uint32_t& entry = slots_[slot_of(hashes_[position])];
  if (entry != 0) return entry - 1;
  entry = static_cast<std::uint32_t>(position + 1);
  return std::nullopt;
}

}  // namespace assay::expect::detail
