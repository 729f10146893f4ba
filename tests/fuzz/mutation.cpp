#include "mutation.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace assay::fuzz {
namespace {

/// SplitMix64 (Steele, Lea, Flood 2014): fully specified, unlike the distributions of the standard library.
class Random {
 public:
  explicit Random(std::uint64_t state) : state_(state) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : static_cast<std::size_t>(next() % limit); }

 private:
  std::uint64_t state_;
};

constexpr std::array<std::uint64_t, 12> kEdges = {0,      1,          0x7f,       0x80,        0xff,        0x7fff,
                                                  0xffff, 0x7fffffff, 0xffffffff, 1ULL << 40U, 1ULL << 63U, ~0ULL};

void put_number(Bytes& bytes, Random& random) {
  const std::size_t width = std::size_t{1} << random.below(4);
  if (bytes.size() < width) return;
  const std::size_t at = random.below(bytes.size() - width + 1);
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + at, width);
  value = random.below(3) == 0 ? value + random.below(17) - 8 : kEdges[random.below(kEdges.size())];
  std::memcpy(bytes.data() + at, &value, width);
}

void copy_piece(Bytes& bytes, const Bytes& from, Random& random) {
  constexpr std::size_t kMostPiece = 64;
  const std::size_t length = 1 + random.below(std::min(kMostPiece, from.size()));
  const auto start = from.begin() + static_cast<std::ptrdiff_t>(random.below(from.size() - length + 1));
  const Bytes piece(start, start + static_cast<std::ptrdiff_t>(length));
  const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(random.below(bytes.size() + 1));
  if (random.below(2) == 0) {
    bytes.insert(at, piece.begin(), piece.end());
  } else {
    std::copy_n(piece.begin(), std::min<std::ptrdiff_t>(bytes.end() - at, static_cast<std::ptrdiff_t>(length)), at);
  }
}

void damage(Bytes& bytes, std::span<const Bytes> seeds, Random& random) {
  if (bytes.empty()) return;
  const std::size_t at = random.below(bytes.size());
  switch (random.below(8)) {
    case 0:
    case 1:
      bytes[at] ^= static_cast<std::uint8_t>(1U << random.below(8));
      return;
    case 2:
      bytes[at] = static_cast<std::uint8_t>(random.next());
      return;
    case 3:
    case 4:
      put_number(bytes, random);
      return;
    case 5:
      bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                  bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), at + 1 + random.below(16))));
      return;
    case 6:
      copy_piece(bytes, seeds[random.below(seeds.size())], random);
      return;
    default:
      if (random.below(4) == 0) {
        bytes.resize(at);
      } else {
        bytes[at] = bytes[random.below(bytes.size())];
      }
      return;
  }
}

}  // namespace

Bytes mutated(std::span<const Bytes> seeds, std::uint64_t series, std::uint64_t index) {
  Random random(series * 0x9e3779b97f4a7c15U + index);
  random.next();
  Bytes bytes = seeds[random.below(seeds.size())];
  for (std::size_t rest = 1 + random.below(4); rest > 0; --rest) {
    damage(bytes, seeds, random);
  }
  return bytes;
}

}  // namespace assay::fuzz
