#include <assay/expect/detail/block_elements.hpp>
#include <assay/expect/detail/image_rows.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>
#include <variant>

namespace assay::expect::detail {

namespace {

constexpr std::array<std::uint8_t, 3> kNotFinite{255, 0, 255};
constexpr std::uint8_t kMiddle = 128;
constexpr std::uint8_t kLargest = 255;

bool is_channels(std::uint64_t count) noexcept { return count == 1 || count == 3 || count == 4; }

bool has_sides(const ImageShape& shape) noexcept {
  return std::min(shape.height, shape.width) >= kLeastImageSide &&
         std::max(shape.height, shape.width) <= kMostImageSide;
}

/// The numbers of one picture on a scale from 0 to 255.
class Scale {
 public:
  explicit Scale(std::span<const double> values) {
    for (const double value : values) {
      if (!std::isfinite(value)) continue;
      low_ = std::min(low_, value);
      high_ = std::max(high_, value);
    }
  }

  [[nodiscard]] std::uint8_t of(double value) const noexcept {
    // Halves, so that the distance of the ends is no infinity.
    const double range = high_ / 2 - low_ / 2;
    if (!(range > 0)) return kMiddle;
    return static_cast<std::uint8_t>(std::lround((value / 2 - low_ / 2) / range * kLargest));
  }

 private:
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

/// Place of one number in the row.
std::size_t place_of(const ImageShape& shape, std::uint64_t pixel, std::uint64_t channel) noexcept {
  return shape.channels_first ? channel * shape.height * shape.width + pixel : pixel * shape.channels + channel;
}

/// `shade(number)` gives 0 to 255; `seen(number)` says whether it can.
template <class T, class Seen, class Shade>
Picture draw(const ImageShape& shape, std::span<const T> values, Seen seen, Shade shade) {
  Picture picture{.height = shape.height, .width = shape.width, .pixels = {}};
  picture.pixels.reserve(shape.height * shape.width * 3);
  for (std::uint64_t pixel = 0; pixel < shape.height * shape.width; ++pixel) {
    std::array<std::uint8_t, 3> colour{};
    bool all_seen = true;
    for (std::uint64_t channel = 0; channel < 3; ++channel) {
      const T value = values[place_of(shape, pixel, shape.channels == 1 ? 0 : channel)];
      all_seen = all_seen && seen(value);
      if (all_seen) colour[channel] = shade(value);
    }
    const auto& shown = all_seen ? colour : kNotFinite;
    picture.pixels.insert(picture.pixels.end(), shown.begin(), shown.end());
  }
  return picture;
}

template <class T>
Picture picture_of(const ImageShape& shape, std::span<const T> values, bool scaled) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    if (!scaled)
      return draw(
          shape, values, [](T) { return true; }, [](T value) { return value; });
  }
  const std::vector<double> numbers(values.begin(), values.end());
  const Scale scale(numbers);
  return draw(
      shape, std::span<const double>(numbers), [](double value) { return std::isfinite(value); },
      [&scale](double value) { return scale.of(value); });
}

}  // namespace

std::optional<ImageShape> image_shape(const Structure& stored) {
  if (stored.obstacle() || !stored.has_space || !is_number(stored.type)) return std::nullopt;
  const std::vector<std::uint64_t> dimensions = stored.shape();
  ImageShape shape;
  if (dimensions.size() == 3) {
    shape = {.height = dimensions[1], .width = dimensions[2], .channels = 1, .channels_first = false};
  } else if (dimensions.size() == 4 && is_channels(dimensions[3])) {
    shape = {.height = dimensions[1], .width = dimensions[2], .channels = dimensions[3], .channels_first = false};
  } else if (dimensions.size() == 4 && is_channels(dimensions[1])) {
    shape = {.height = dimensions[2], .width = dimensions[3], .channels = dimensions[1], .channels_first = true};
  } else {
    return std::nullopt;
  }
  return has_sides(shape) ? std::optional(shape) : std::nullopt;
}

bool is_shown_scaled(const hdf5::ElementType& type) noexcept {
  return !(type.kind == hdf5::ElementKind::kInteger && type.size == 1 && !type.is_signed);
}

tl::expected<std::vector<Tile>, Trouble> read_images(const Structure& stored, const ImageShape& shape,
                                                     std::span<const std::uint64_t> rows, const OnRead& on_read) {
  std::vector<std::uint64_t> sorted(rows.begin(), rows.end());
  std::ranges::sort(sorted);
  std::vector<Tile> tiles(rows.size());
  std::optional<hdf5::Dataset> dataset;
  std::optional<hdf5::BlockSource> blocks;
  const Shard* open = nullptr;
  BlockElements block;
  for (const std::uint64_t row : sorted) {
    const Shard& shard = stored.shard_of(row);
    if (open != &shard) {
      auto opened = open_unchanged(stored, static_cast<std::size_t>(&shard - stored.shards.data()), on_read);
      if (!opened) return tl::unexpected(opened.error());
      dataset = *std::move(opened);
      blocks.emplace(*dataset, 1);
      open = &shard;
    }
    blocks->skip_to(row - shard.first_row);
    const auto raw = blocks->next();
    if (!raw) return tl::unexpected(trouble_of(raw.error()));
    if (!*raw) return tl::unexpected(Trouble{Trouble::Kind::kUnreadable, stored.place() + " has become shorter"});
    if (const auto trouble = block.decode(**raw, stored.type)) return tl::unexpected(*trouble);
    const auto at = static_cast<std::size_t>(std::ranges::find(rows, row) - rows.begin());
    tiles[at].number = row;
    with_number_type(stored.type, [&]<class T>(std::type_identity<T>) {
      tiles[at].picture =
          picture_of(shape, std::get<std::span<const T>>(block.elements()), is_shown_scaled(stored.type));
    });
  }
  return tiles;
}

}  // namespace assay::expect::detail
