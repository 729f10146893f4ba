#include <assay/hdf5/detail/unshuffle.hpp>

#include <cstring>

namespace assay::hdf5::detail {
namespace {

/// A size known when compiling lets the inner loop become vector instructions.
template <std::size_t kSize>
void gather(const std::byte* shuffled, std::size_t elements, std::byte* target) noexcept {
  for (std::size_t i = 0; i < elements; ++i) {
    for (std::size_t byte = 0; byte < kSize; ++byte) {
      target[i * kSize + byte] = shuffled[byte * elements + i];
    }
  }
}

void gather(const std::byte* shuffled, std::size_t elements, std::size_t size, std::byte* target) noexcept {
  for (std::size_t byte = 0; byte < size; ++byte) {
    const std::byte* plane = shuffled + byte * elements;
    for (std::size_t i = 0; i < elements; ++i) {
      target[i * size + byte] = plane[i];
    }
  }
}

}  // namespace

void unshuffle(std::span<const std::byte> shuffled, std::size_t element_size, std::byte* target) noexcept {
  const std::size_t elements = element_size == 0 ? 0 : shuffled.size() / element_size;
  switch (element_size) {
    case 2:
      gather<2>(shuffled.data(), elements, target);
      break;
    case 4:
      gather<4>(shuffled.data(), elements, target);
      break;
    case 8:
      gather<8>(shuffled.data(), elements, target);
      break;
    default:
      gather(shuffled.data(), elements, element_size, target);
  }
  const std::size_t whole = elements * element_size;
  if (whole < shuffled.size()) {
    std::memcpy(target + whole, shuffled.data() + whole, shuffled.size() - whole);
  }
}

}  // namespace assay::hdf5::detail
