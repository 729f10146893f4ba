#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::hdf5::detail {

/// How a fixed-size text is padded in the file.
enum class TextPadding { kNullTerminated, kNullPadded, kSpacePadded };

/// How one stored element becomes a decoded one: native byte order, members without gaps, texts padded with zeros.
/// Decoding never makes an element larger.
struct Layout {
  enum class Step {
    kCopy,
    kSwap,      ///< reverse the bytes
    kText,      ///< fixed-size text
    kArray,     ///< `count` times `fields[0]`
    kCompound,  ///< the chosen members
  };
  struct Field;

  Step step = Step::kCopy;
  std::size_t stored_size = 0;
  std::size_t decoded_size = 0;
  TextPadding padding = TextPadding::kNullPadded;
  std::uint64_t count = 1;
  std::vector<Field> fields;

  /// True when decoding copies bytes as they are.
  [[nodiscard]] bool is_copy() const noexcept;

  /// Decodes `count` elements that lie one behind the other.
  void decode(const std::byte* stored, std::byte* decoded, std::uint64_t elements) const noexcept;
};

struct Layout::Field {
  std::size_t stored_offset = 0;
  std::size_t decoded_offset = 0;
  Layout layout;
};

/// A layout that repeats another.
[[nodiscard]] Layout array_layout(Layout element, std::uint64_t count);

}  // namespace assay::hdf5::detail
