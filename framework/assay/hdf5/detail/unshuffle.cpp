#include <assay/hdf5/detail/unshuffle.hpp>

#include <array>
#include <cstring>

namespace assay::hdf5::detail {
namespace {

using Bytes = unsigned char __attribute__((vector_size(16)));

/// Takes from two vectors in turns; `half` 0 and 1 are the two results.
template <int half>
Bytes in_turns(Bytes left, Bytes right) noexcept {
  constexpr int kFirst = 8 * half;
  return __builtin_shufflevector(left, right, kFirst, kFirst + 16, kFirst + 1, kFirst + 17, kFirst + 2, kFirst + 18,
                                 kFirst + 3, kFirst + 19, kFirst + 4, kFirst + 20, kFirst + 5, kFirst + 21, kFirst + 6,
                                 kFirst + 22, kFirst + 7, kFirst + 23);
}

/// Sixteen elements of `kSize` bytes from a vector of each of their planes: the planes of even number by themselves,
/// those of odd number too, then the two in turns.
template <std::size_t kSize>
std::array<Bytes, kSize> woven(const std::array<Bytes, kSize>& planes) noexcept {
  if constexpr (kSize == 1) {
    return planes;
  } else {
    std::array<Bytes, kSize / 2> even;
    std::array<Bytes, kSize / 2> odd;
    for (std::size_t i = 0; i < kSize / 2; ++i) {
      even[i] = planes[2 * i];
      odd[i] = planes[2 * i + 1];
    }
    even = woven<kSize / 2>(even);
    odd = woven<kSize / 2>(odd);
    std::array<Bytes, kSize> elements;
    for (std::size_t i = 0; i < kSize / 2; ++i) {
      elements[2 * i] = in_turns<0>(even[i], odd[i]);
      elements[2 * i + 1] = in_turns<1>(even[i], odd[i]);
    }
    return elements;
  }
}

/// Two, four or eight bytes an element, sixteen elements at a time.
template <std::size_t kSize>
void gather(const std::byte* shuffled, std::size_t elements, std::byte* target) noexcept {
  std::size_t i = 0;
  for (; i + sizeof(Bytes) <= elements; i += sizeof(Bytes)) {
    std::array<Bytes, kSize> planes;
    for (std::size_t byte = 0; byte < kSize; ++byte) {
      std::memcpy(&planes[byte], shuffled + byte * elements + i, sizeof(Bytes));
    }
    const std::array<Bytes, kSize> whole = woven<kSize>(planes);
    std::memcpy(target + i * kSize, whole.data(), sizeof(whole));
  }
  for (; i < elements; ++i) {
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
