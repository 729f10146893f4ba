#include <assay/expect/detail/contact_sheet.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace assay::expect::detail {

namespace {

constexpr std::size_t kMostColumnsOfTiles = 5;
constexpr std::size_t kShownSide = 96;
constexpr std::uint8_t kBackground = 48;
constexpr std::uint8_t kInk = 255;

// Digits of 3 by 5 dots, each dot a square of two pixels, one dot apart.
constexpr std::size_t kDot = 2;
constexpr std::size_t kDigitWidth = 3;
constexpr std::size_t kDigitHeight = 5;
constexpr std::size_t kDigitStep = (kDigitWidth + 1) * kDot;
constexpr std::size_t kNumberHeight = kDigitHeight * kDot + kDot;

/// Five rows of three dots a digit, the left dot being the highest bit.
constexpr std::array<std::array<std::uint8_t, kDigitHeight>, 10> kDigits{{
    {0b111, 0b101, 0b101, 0b101, 0b111},
    {0b010, 0b110, 0b010, 0b010, 0b111},
    {0b111, 0b001, 0b111, 0b100, 0b111},
    {0b111, 0b001, 0b111, 0b001, 0b111},
    {0b101, 0b101, 0b111, 0b001, 0b001},
    {0b111, 0b100, 0b111, 0b001, 0b111},
    {0b111, 0b100, 0b111, 0b101, 0b111},
    {0b111, 0b001, 0b010, 0b010, 0b010},
    {0b111, 0b101, 0b111, 0b101, 0b111},
    {0b111, 0b101, 0b111, 0b001, 0b111},
}};

/// A square of one colour, within the picture.
void fill_square(Picture& sheet, std::size_t top, std::size_t left, std::size_t side, const std::uint8_t* colour) {
  for (std::size_t y = top; y < top + side; ++y) {
    for (std::size_t x = left; x < left + side; ++x) std::copy_n(colour, 3, &sheet.pixels[(y * sheet.width + x) * 3]);
  }
}

void draw_picture(Picture& sheet, std::size_t top, std::size_t left, const Picture& picture, std::size_t enlarged) {
  for (std::size_t y = 0; y < picture.height; ++y) {
    for (std::size_t x = 0; x < picture.width; ++x) {
      fill_square(sheet, top + y * enlarged, left + x * enlarged, enlarged,
                  &picture.pixels[(y * picture.width + x) * 3]);
    }
  }
}

void draw_number(Picture& sheet, std::size_t top, std::size_t left, std::uint64_t number) {
  constexpr std::array<std::uint8_t, 3> kColour{kInk, kInk, kInk};
  for (const char character : std::to_string(number)) {
    const auto& digit = kDigits.at(static_cast<std::size_t>(character - '0'));
    for (std::size_t row = 0; row < kDigitHeight; ++row) {
      for (std::size_t column = 0; column < kDigitWidth; ++column) {
        if ((digit[row] >> (kDigitWidth - 1 - column) & 1U) == 0) continue;
        fill_square(sheet, top + row * kDot, left + column * kDot, kDot, kColour.data());
      }
    }
    left += kDigitStep;
  }
}

}  // namespace

SheetLayout lay_out(std::size_t tiles, std::size_t height, std::size_t width, std::uint64_t largest_number) {
  SheetLayout layout;
  layout.enlarged = std::max<std::size_t>(1, kShownSide / std::max(height, width));
  const std::size_t number_width = std::to_string(largest_number).size() * kDigitStep;
  layout.cell_height = height * layout.enlarged + kDot + kNumberHeight + kSheetGap;
  layout.cell_width = std::max(width * layout.enlarged, number_width) + kSheetGap;
  const std::size_t most = kMostSheetPixels / (layout.cell_height * layout.cell_width);
  for (layout.tiles = tiles; true; --layout.tiles) {
    const std::size_t rows = (layout.tiles + kMostColumnsOfTiles - 1) / kMostColumnsOfTiles;
    layout.columns = (layout.tiles + rows - 1) / rows;
    if (layout.tiles == 1 || rows * layout.columns <= most) break;
  }
  return layout;
}

Picture draw_sheet(std::span<const Tile> tiles, const SheetLayout& layout) {
  const std::size_t rows = (layout.tiles + layout.columns - 1) / layout.columns;
  Picture sheet{.height = rows * layout.cell_height + kSheetGap,
                .width = layout.columns * layout.cell_width + kSheetGap,
                .pixels = {}};
  sheet.pixels.assign(sheet.height * sheet.width * 3, kBackground);
  for (std::size_t i = 0; i < layout.tiles; ++i) {
    const Tile& tile = tiles[i];
    const std::size_t top = kSheetGap + i / layout.columns * layout.cell_height;
    const std::size_t left = kSheetGap + i % layout.columns * layout.cell_width;
    draw_picture(sheet, top, left, tile.picture, layout.enlarged);
    draw_number(sheet, top + tile.picture.height * layout.enlarged + kDot, left, tile.number);
  }
  return sheet;
}

}  // namespace assay::expect::detail
