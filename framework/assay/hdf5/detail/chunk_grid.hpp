#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace assay::hdf5::detail {

/// How the chunks of a dataset tile it. A slab is what one row of chunks covers: whole rows of the dataset, tiled by
/// `tiles` chunks in C order of the dimensions after the first. All counts are of stored elements.
class ChunkGrid {
 public:
  /// None when a product overflows, or shape and chunk do not belong together. Both have at least one dimension.
  [[nodiscard]] static std::optional<ChunkGrid> make(std::vector<std::uint64_t> shape,
                                                     std::vector<std::uint64_t> chunk);

  [[nodiscard]] std::uint64_t rows() const noexcept { return shape_[0]; }
  [[nodiscard]] std::uint64_t slab_rows() const noexcept { return chunk_[0]; }
  [[nodiscard]] std::uint64_t tiles() const noexcept { return tiles_; }
  [[nodiscard]] std::uint64_t chunk_elements() const noexcept { return chunk_elements_; }
  [[nodiscard]] std::uint64_t row_elements() const noexcept { return row_elements_; }
  /// Rows of the slab that begins at `first_row` that the dataset has.
  [[nodiscard]] std::uint64_t rows_of_slab(std::uint64_t first_row) const noexcept;

  /// Coordinates of a chunk's first element.
  [[nodiscard]] std::vector<std::uint64_t> origin(std::uint64_t first_row, std::uint64_t tile) const;
  /// Elements in each dimension that a chunk covers of so many rows of its slab.
  [[nodiscard]] std::vector<std::uint64_t> extent(std::uint64_t tile, std::uint64_t rows) const;
  /// True when the chunk reaches beyond the dataset's edge.
  [[nodiscard]] bool is_partial(std::uint64_t first_row, std::uint64_t tile) const;
  /// True when a chunk's elements, from its first, are the slab's.
  [[nodiscard]] bool is_whole_rows() const noexcept;

  /// A run of elements that lie one behind the other in the chunk and in the rows asked for.
  struct Run {
    std::uint64_t in_chunk = 0;
    std::uint64_t in_rows = 0;
    std::uint64_t length = 0;
  };
  /// Calls `visit` with the runs of one tile, in order: rows `skip` to `skip + rows` of the slab, counted from `skip`.
  void for_each_run(std::uint64_t tile, std::uint64_t skip, std::uint64_t rows,
                    const std::function<void(const Run&)>& visit) const;

 private:
  ChunkGrid() = default;
  /// Where the tile begins in each dimension; 0 in the first.
  [[nodiscard]] std::vector<std::uint64_t> corner(std::uint64_t tile) const;

  std::vector<std::uint64_t> shape_;
  std::vector<std::uint64_t> chunk_;
  std::uint64_t tiles_ = 0;
  std::uint64_t chunk_elements_ = 0;
  std::uint64_t row_elements_ = 0;
};

}  // namespace assay::hdf5::detail
