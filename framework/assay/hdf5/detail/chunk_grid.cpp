#include <assay/hdf5/detail/checked.hpp>
#include <assay/hdf5/detail/chunk_grid.hpp>

#include <algorithm>

namespace assay::hdf5::detail {
namespace {

constexpr std::uint64_t parts(std::uint64_t whole, std::uint64_t part) noexcept {
  return whole / part + (whole % part == 0 ? 0 : 1);
}

}  // namespace

std::optional<ChunkGrid> ChunkGrid::make(std::vector<std::uint64_t> shape, std::vector<std::uint64_t> chunk) {
  if (shape.empty() || shape.size() != chunk.size() || std::find(chunk.begin(), chunk.end(), 0U) != chunk.end()) {
    return std::nullopt;
  }
  std::vector<std::uint64_t> counts;
  for (std::size_t d = 1; d < shape.size(); ++d) {
    counts.push_back(parts(shape[d], chunk[d]));
  }
  const auto tiles = checked_product(counts);
  const auto chunk_elements = checked_product(chunk);
  const auto row_elements = checked_product(std::span(shape).subspan(1));
  // A chunk that sticks out may begin in range and end beyond it.
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (!checked_sum(shape[d], chunk[d])) {
      return std::nullopt;
    }
  }
  if (!tiles || !chunk_elements || !row_elements) {
    return std::nullopt;
  }
  ChunkGrid grid;
  grid.tiles_ = *tiles;
  grid.chunk_elements_ = *chunk_elements;
  grid.row_elements_ = *row_elements;
  grid.shape_ = std::move(shape);
  grid.chunk_ = std::move(chunk);
  return grid;
}

std::uint64_t ChunkGrid::rows_of_slab(std::uint64_t first_row) const noexcept {
  return std::min(chunk_[0], shape_[0] - first_row);
}

std::vector<std::uint64_t> ChunkGrid::corner(std::uint64_t tile) const {
  std::vector<std::uint64_t> begin(shape_.size(), 0);
  for (std::size_t d = shape_.size(); d-- > 1;) {
    const std::uint64_t count = parts(shape_[d], chunk_[d]);
    begin[d] = tile % count * chunk_[d];
    tile /= count;
  }
  return begin;
}

std::vector<std::uint64_t> ChunkGrid::origin(std::uint64_t first_row, std::uint64_t tile) const {
  std::vector<std::uint64_t> begin = corner(tile);
  begin[0] = first_row;
  return begin;
}

std::vector<std::uint64_t> ChunkGrid::extent(std::uint64_t tile, std::uint64_t rows) const {
  std::vector<std::uint64_t> extent = corner(tile);
  extent[0] = rows;
  for (std::size_t d = 1; d < extent.size(); ++d) {
    extent[d] = std::min(chunk_[d], shape_[d] - extent[d]);
  }
  return extent;
}

bool ChunkGrid::is_partial(std::uint64_t first_row, std::uint64_t tile) const {
  const std::vector<std::uint64_t> begin = origin(first_row, tile);
  for (std::size_t d = 0; d < begin.size(); ++d) {
    if (begin[d] + chunk_[d] > shape_[d]) {
      return true;
    }
  }
  return false;
}

bool ChunkGrid::is_whole_rows() const noexcept {
  return std::equal(shape_.begin() + 1, shape_.end(), chunk_.begin() + 1);
}

void ChunkGrid::for_each_run(std::uint64_t tile, std::uint64_t skip, std::uint64_t rows,
                             const std::function<void(const Run&)>& visit) const {
  const std::size_t rank = shape_.size();
  const std::vector<std::uint64_t> begin = corner(tile);
  const std::vector<std::uint64_t> extent = this->extent(tile, rows);
  // Dimensions from `merged` on form one run: behind it, chunk and dataset are equally wide.
  std::size_t merged = rank - 1;
  std::uint64_t length = extent[merged];
  while (merged > 0 && extent[merged] == chunk_[merged] && extent[merged] == shape_[merged]) {
    length *= extent[--merged];
  }
  std::vector<std::uint64_t> chunk_stride(rank, 1);
  std::vector<std::uint64_t> row_stride(rank, 1);
  for (std::size_t d = rank - 1; d-- > 0;) {
    chunk_stride[d] = chunk_stride[d + 1] * chunk_[d + 1];
    row_stride[d] = row_stride[d + 1] * shape_[d + 1];
  }
  Run run{.in_chunk = skip * chunk_stride[0], .length = length};
  for (std::size_t d = 1; d < rank; ++d) {
    run.in_rows += begin[d] * row_stride[d];
  }
  std::vector<std::uint64_t> at(merged, 0);
  while (true) {
    visit(run);
    std::size_t d = merged;
    while (d-- > 0) {
      run.in_chunk += chunk_stride[d];
      run.in_rows += row_stride[d];
      if (++at[d] < extent[d]) {
        break;
      }
      run.in_chunk -= chunk_stride[d] * extent[d];
      run.in_rows -= row_stride[d] * extent[d];
      at[d] = 0;
    }
    if (d == static_cast<std::size_t>(-1)) {
      return;
    }
  }
}

}  // namespace assay::hdf5::detail
