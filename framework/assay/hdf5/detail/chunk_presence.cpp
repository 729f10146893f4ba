#include <assay/hdf5/detail/chunk_presence.hpp>
#include <assay/hdf5/detail/library.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assay::hdf5::detail {

tl::expected<std::uint64_t, std::string> stored_chunk_size(const Dataset::State& dataset,
                                                           const std::vector<std::uint64_t>& origin) {
  const std::vector<hsize_t> at(origin.begin(), origin.end());
  hsize_t size = 0;
  if (H5Dget_chunk_storage_size(dataset.dataset.get(), at.data(), &size) < 0) {
    if (failed_for_unwritten_chunk()) {
      return 0;
    }
    return tl::unexpected("it cannot be looked up: " + error_text());
  }
  return size;
}

std::string chunk_text(const std::vector<std::uint64_t>& origin, const std::string& cause) {
  return fmt::format("chunk [{}]: {}", fmt::join(origin, ", "), cause);
}

tl::expected<Presence, Problem> chunk_presence(const Dataset::State& dataset, std::uint64_t first_row,
                                               std::uint64_t rows) {
  const ChunkGrid& grid = *dataset.grid;
  Presence presence;
  const std::uint64_t end = first_row + rows;
  for (std::uint64_t slab = first_row - first_row % grid.slab_rows(); slab < end; slab += grid.slab_rows()) {
    const std::uint64_t from = std::max(slab, first_row);
    const std::uint64_t to = std::min(slab + grid.rows_of_slab(slab), end);
    for (std::uint64_t tile = 0; tile < grid.tiles(); ++tile) {
      const auto origin = grid.origin(slab, tile);
      const auto size = stored_chunk_size(dataset, origin);
      if (!size) {
        return tl::unexpected(dataset.format->origin.unreadable(chunk_text(origin, size.error())));
      }
      if (*size > 0) {
        presence.written.emplace_back(slab, tile);
        continue;
      }
      grid.for_each_run(tile, from - slab, to - from, [&](const ChunkGrid::Run& run) {
        const std::uint64_t begin = (from - first_row) * grid.row_elements() + run.in_rows;
        auto& ranges = presence.unwritten;
        if (!ranges.empty() && ranges.back().first + ranges.back().second == begin) {
          ranges.back().second += run.length;
        } else {
          ranges.emplace_back(begin, run.length);
        }
      });
    }
  }
  return presence;
}

}  // namespace assay::hdf5::detail
