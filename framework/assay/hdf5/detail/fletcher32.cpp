#include <assay/hdf5/detail/fletcher32.hpp>

#include <algorithm>

namespace assay::hdf5::detail {
namespace {

constexpr std::uint32_t folded(std::uint32_t sum) noexcept { return (sum & 0xffffU) + (sum >> 16U); }

constexpr std::uint32_t halves_swapped(std::uint32_t value) noexcept {
  return ((value & 0x00ff00ffU) << 8U) | ((value & 0xff00ff00U) >> 8U);
}

}  // namespace

std::uint32_t fletcher32(std::span<const std::byte> bytes) noexcept {
  // So many words keep the second sum within 32 bits.
  constexpr std::size_t kWordsBeforeFolding = 360;
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::size_t words = bytes.size() / 2;
  const std::byte* at = bytes.data();
  while (words > 0) {
    const std::size_t run = std::min(words, kWordsBeforeFolding);
    words -= run;
    for (std::size_t i = 0; i < run; ++i, at += 2) {
      first += (std::to_integer<std::uint32_t>(at[0]) << 8U) | std::to_integer<std::uint32_t>(at[1]);
      second += first;
    }
    first = folded(first);
    second = folded(second);
  }
  if (bytes.size() % 2 != 0) {
    first += std::to_integer<std::uint32_t>(*at) << 8U;
    second += first;
    first = folded(first);
    second = folded(second);
  }
  return folded(second) << 16U | folded(first);
}

bool fletcher32_matches(std::span<const std::byte> bytes, std::uint32_t stored) noexcept {
  const std::uint32_t computed = fletcher32(bytes);
  return stored == computed || stored == halves_swapped(computed);
}

}  // namespace assay::hdf5::detail
