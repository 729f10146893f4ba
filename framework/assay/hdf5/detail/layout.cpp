#include <assay/hdf5/detail/layout.hpp>

#include <algorithm>
#include <cstring>

namespace assay::hdf5::detail {
namespace {

/// A run of elements, each `stride` bytes behind the one before.
template <typename Byte>
struct Strided {
  Byte* at;
  std::size_t stride;
};
using Source = Strided<const std::byte>;
using Target = Strided<std::byte>;

template <std::size_t kSize>
void swap_elements(Source source, Target target, std::uint64_t elements) noexcept {
  for (std::uint64_t i = 0; i < elements; ++i) {
    std::byte bytes[kSize];
    std::memcpy(bytes, source.at + i * source.stride, kSize);
    std::reverse(bytes, bytes + kSize);
    std::memcpy(target.at + i * target.stride, bytes, kSize);
  }
}

void swap_elements(std::size_t size, Source source, Target target, std::uint64_t elements) noexcept {
  switch (size) {
    case 2:
      return swap_elements<2>(source, target, elements);
    case 4:
      return swap_elements<4>(source, target, elements);
    case 8:
      return swap_elements<8>(source, target, elements);
    default:
      for (std::uint64_t i = 0; i < elements; ++i) {
        std::reverse_copy(source.at + i * source.stride, source.at + i * source.stride + size,
                          target.at + i * target.stride);
      }
  }
}

void copy_elements(std::size_t size, Source source, Target target, std::uint64_t elements) noexcept {
  if (source.stride == size && target.stride == size) {
    std::memcpy(target.at, source.at, size * elements);
    return;
  }
  for (std::uint64_t i = 0; i < elements; ++i) {
    std::memcpy(target.at + i * target.stride, source.at + i * source.stride, size);
  }
}

void copy_text(const std::byte* stored, std::byte* decoded, std::size_t size, TextPadding padding) noexcept {
  std::size_t length = size;
  if (padding == TextPadding::kNullTerminated) {
    const void* end = std::memchr(stored, 0, size);
    length = end == nullptr ? size : static_cast<std::size_t>(static_cast<const std::byte*>(end) - stored);
  } else {
    const auto pad = padding == TextPadding::kSpacePadded ? std::byte{' '} : std::byte{0};
    while (length > 0 && stored[length - 1] == pad) {
      --length;
    }
  }
  std::memcpy(decoded, stored, length);
  std::memset(decoded + length, 0, size - length);
}

void decode_elements(const Layout& layout, Source source, Target target, std::uint64_t elements) noexcept {
  switch (layout.step) {
    case Layout::Step::kCopy:
      return copy_elements(layout.stored_size, source, target, elements);
    case Layout::Step::kSwap:
      return swap_elements(layout.stored_size, source, target, elements);
    case Layout::Step::kText:
      for (std::uint64_t i = 0; i < elements; ++i) {
        copy_text(source.at + i * source.stride, target.at + i * target.stride, layout.stored_size, layout.padding);
      }
      return;
    case Layout::Step::kArray: {
      const Layout& element = layout.fields.front().layout;
      if (source.stride == layout.stored_size && target.stride == layout.decoded_size) {
        return decode_elements(element, {source.at, element.stored_size}, {target.at, element.decoded_size},
                               elements * layout.count);
      }
      for (std::uint64_t i = 0; i < elements; ++i) {
        decode_elements(element, {source.at + i * source.stride, element.stored_size},
                        {target.at + i * target.stride, element.decoded_size}, layout.count);
      }
      return;
    }
    case Layout::Step::kCompound:
      for (const Layout::Field& field : layout.fields) {
        decode_elements(field.layout, {source.at + field.stored_offset, source.stride},
                        {target.at + field.decoded_offset, target.stride}, elements);
      }
  }
}

}  // namespace

bool Layout::is_copy() const noexcept {
  return step == Step::kCopy || (step == Step::kArray && fields.front().layout.is_copy());
}

void Layout::decode(const std::byte* stored, std::byte* decoded, std::uint64_t elements) const noexcept {
  if (elements > 0 && stored_size > 0) {
    decode_elements(*this, {stored, stored_size}, {decoded, decoded_size}, elements);
  }
}

Layout array_layout(Layout element, std::uint64_t count) {
  Layout layout{.step = Layout::Step::kArray,
                .stored_size = element.stored_size * count,
                .decoded_size = element.decoded_size * count,
                .count = count};
  layout.fields.push_back({.stored_offset = 0, .decoded_offset = 0, .layout = std::move(element)});
  return layout;
}

}  // namespace assay::hdf5::detail
