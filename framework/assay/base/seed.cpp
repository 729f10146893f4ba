#include <assay/base/seed.hpp>

namespace assay::base {
namespace {

std::uint64_t fnv1a(std::string_view text) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char character : text) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3;
  }
  return hash;
}

std::uint64_t finalised(std::uint64_t value) noexcept {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111eb;
  return value ^ (value >> 31U);
}

}  // namespace

std::uint64_t derive_seed(std::uint64_t seed, std::string_view purpose) noexcept {
  // The seed is mixed first: neighbouring seeds and neighbouring names must not cancel each other out.
  return finalised(finalised(seed) ^ fnv1a(purpose));
}

}  // namespace assay::base
