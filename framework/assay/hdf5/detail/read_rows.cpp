#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/read_rows.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assay::hdf5::detail {
namespace {

using Dimensions = std::vector<hsize_t>;

/// Part of the rows: where it begins in the dataset and how far it reaches, in each dimension.
struct Part {
  Dimensions start;
  Dimensions extent;
};

class Reading {
 public:
  Reading(const Dataset::State& dataset, std::uint64_t first_row, std::uint64_t rows, void* target)
      : dataset_(dataset), first_row_(first_row), rows_(rows), target_(target) {}

  /// Reads one part, or all there is of a dataset without dimensions.
  [[nodiscard]] tl::expected<void, Problem> read(const Part& part) const {
    const hid_t dataset = dataset_.dataset.get();
    const Id file_space(H5Dget_space(dataset));
    if (dataset_.stored_shape.empty()) {
      return finish(H5Dread(dataset, dataset_.memory_type.get(), H5S_ALL, file_space.get(), H5P_DEFAULT, target_));
    }
    Dimensions whole(dataset_.stored_shape.begin(), dataset_.stored_shape.end());
    whole[0] = rows_;
    Dimensions in_memory = part.start;
    in_memory[0] -= first_row_;
    const Id memory_space(H5Screate_simple(static_cast<int>(whole.size()), whole.data(), nullptr));
    if (!file_space || !memory_space || !select(file_space, part.start, part.extent) ||
        !select(memory_space, in_memory, part.extent)) {
      return finish(-1);
    }
    return finish(
        H5Dread(dataset, dataset_.memory_type.get(), memory_space.get(), file_space.get(), H5P_DEFAULT, target_));
  }

 private:
  static bool select(const Id& space, const Dimensions& start, const Dimensions& extent) {
    return H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, extent.data(), nullptr) >= 0;
  }

  [[nodiscard]] tl::expected<void, Problem> finish(herr_t result) const {
    if (result >= 0) {
      return {};
    }
    const std::string cause = error_text();
    const std::string missing = dataset_.filters.unavailable();
    return tl::unexpected(dataset_.format->origin.unreadable(
        missing.empty() ? fmt::format("rows {} to {} cannot be read: {}", first_row_, first_row_ + rows_ - 1, cause)
                        : fmt::format("it was written with filter {}, which this HDF5 does not have; write it anew "
                                      "without that filter",
                                      missing)));
  }

  const Dataset::State& dataset_;
  std::uint64_t first_row_;
  std::uint64_t rows_;
  void* target_;
};

/// The part of the rows that lies in one chunk.
Part part_of_chunk(const ChunkGrid& grid, std::uint64_t slab, std::uint64_t tile, std::uint64_t first_row,
                   std::uint64_t end) {
  const std::uint64_t from = std::max(slab, first_row);
  const std::uint64_t to = std::min(slab + grid.rows_of_slab(slab), end);
  const auto start = grid.origin(from, tile);
  const auto extent = grid.extent(tile, to - from);
  return {{start.begin(), start.end()}, {extent.begin(), extent.end()}};
}

}  // namespace

tl::expected<Presence, Problem> read_rows(const Dataset::State& dataset, std::uint64_t first_row, std::uint64_t rows,
                                          void* target) {
  if (rows * dataset.format->row_elements == 0) {
    return Presence{};
  }
  const Reading reading(dataset, first_row, rows, target);
  Presence presence;
  if (dataset.grid) {
    auto found = chunk_presence(dataset, first_row, rows);
    if (!found) {
      return found;
    }
    presence = *std::move(found);
  }
  if (!presence.unwritten.empty()) {
    for (const auto& [slab, tile] : presence.written) {
      if (auto read = reading.read(part_of_chunk(*dataset.grid, slab, tile, first_row, first_row + rows)); !read) {
        return tl::unexpected(std::move(read.error()));
      }
    }
    return presence;
  }
  Part all{Dimensions(dataset.stored_shape.size(), 0), {dataset.stored_shape.begin(), dataset.stored_shape.end()}};
  if (!all.start.empty()) {
    all.start[0] = first_row;
    all.extent[0] = rows;
  }
  if (auto read = reading.read(all); !read) {
    return tl::unexpected(std::move(read.error()));
  }
  return presence;
}

}  // namespace assay::hdf5::detail
