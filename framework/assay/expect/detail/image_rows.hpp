#pragma once

#include <assay/expect/detail/contact_sheet.hpp>
#include <assay/expect/detail/structure.hpp>

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay::expect::detail {

/// How the rows of a dataset are pictures: [n, h, w], [n, h, w, c] or [n, c, h, w] with 1, 3 or 4 channels; where both
/// of the last could be meant, the channels come last.
struct ImageShape {
  std::uint64_t height = 0;
  std::uint64_t width = 0;
  std::uint64_t channels = 1;
  bool channels_first = false;

  friend bool operator==(const ImageShape&, const ImageShape&) = default;
};

/// Sides of what is taken for a picture.
inline constexpr std::uint64_t kLeastImageSide = 4;
inline constexpr std::uint64_t kMostImageSide = 512;

/// None for a dataset whose rows are no pictures of numbers, or larger ones than `kMostImageSide`.
/// @param stored a whole dataset, whose rows are of one kind
[[nodiscard]] std::optional<ImageShape> image_shape(const Structure& stored);

/// Whether numbers are shown as they are (uint8), or scaled from the smallest to the largest one of each picture.
[[nodiscard]] bool is_shown_scaled(const hdf5::ElementType& type) noexcept;

/// The rows as pictures, in this order. One channel is grey; a fourth channel is left out. Scaled numbers: the smallest
/// finite one of a picture is 0, the largest 255 (128 where they are equal), NaN and infinities are magenta.
/// @param rows running through all shards, each below `stored.rows`
[[nodiscard]] tl::expected<std::vector<Tile>, Trouble> read_images(const Structure& stored, const ImageShape& shape,
                                                                   std::span<const std::uint64_t> rows,
                                                                   const OnRead& on_read);

}  // namespace assay::expect::detail
