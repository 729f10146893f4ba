#pragma once

#include <assay/hdf5/detail/row_readers.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace assay::hdf5::detail {

/// Bytes that a chunk takes in the file; 0 when it was never written. The error is HDF5's.
[[nodiscard]] tl::expected<std::uint64_t, std::string> stored_chunk_size(const Dataset::State& dataset,
                                                                         const std::vector<std::uint64_t>& origin);

/// `chunk [50, 0]: CAUSE`: the chunk is named by its first element.
[[nodiscard]] std::string chunk_text(const std::vector<std::uint64_t>& origin, const std::string& cause);

/// Which chunks of some rows exist.
struct Presence {
  /// First row of the slab and tile of each chunk that was written.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> written;
  /// Never written: first stored element, counted from the first row asked for, and number of elements.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> unwritten;
};

/// Looks up all chunks that hold part of the rows. Right only while no chunk that was never written has been read by
/// H5Dread: HDF5 keeps it in its cache and then calls it stored.
[[nodiscard]] tl::expected<Presence, Problem> chunk_presence(const Dataset::State& dataset, std::uint64_t first_row,
                                                             std::uint64_t rows);

}  // namespace assay::hdf5::detail
