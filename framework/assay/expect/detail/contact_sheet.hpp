#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::expect::detail {

/// A picture of 8-bit red, green and blue, row by row from the top.
struct Picture {
  std::size_t height = 0;
  std::size_t width = 0;
  std::vector<std::uint8_t> pixels;  ///< height * width * 3

  friend bool operator==(const Picture&, const Picture&) = default;
};

/// One picture of a sheet and the number that stands under it.
struct Tile {
  std::uint64_t number = 0;
  Picture picture;
};

/// How a sheet of tiles of one size is laid out: cells of one size, from left to right and from top to bottom.
struct SheetLayout {
  std::size_t tiles = 0;        ///< how many of those asked for are shown
  std::size_t columns = 1;      ///< of cells
  std::size_t enlarged = 1;     ///< each pixel of a tile becomes a square of so many pixels
  std::size_t cell_height = 0;  ///< picture, number and gap
  std::size_t cell_width = 0;

  friend bool operator==(const SheetLayout&, const SheetLayout&) = default;
};

/// Empty pixels between cells and around them.
inline constexpr std::size_t kSheetGap = 4;
/// Most pixels of a sheet; what is more is left out from the end, but for the first tile.
inline constexpr std::size_t kMostSheetPixels = 1'500'000;

/// The layout for so many tiles (at least 1) of this size (sides above 0), five columns at most; small ones are
/// enlarged to about 96 pixels.
[[nodiscard]] SheetLayout lay_out(std::size_t tiles, std::size_t height, std::size_t width,
                                  std::uint64_t largest_number);

/// The sheet of the first `layout.tiles` tiles, all of the size that the layout was made for: each in the upper left of
/// its cell, its number in white digits below it, the rest dark grey.
[[nodiscard]] Picture draw_sheet(std::span<const Tile> tiles, const SheetLayout& layout);

}  // namespace assay::expect::detail
