#pragma once

#include <assay/hdf5/detail/chunk_presence.hpp>
#include <assay/hdf5/detail/dataset_state.hpp>

#include <cstdint>

namespace assay::hdf5::detail {

/// Reads whole rows into `target` in the dataset's memory type with H5Dread, and tells which of them exist. Chunks that
/// were never written are left alone in `target`. `target` has room for the rows.
[[nodiscard]] tl::expected<Presence, Problem> read_rows(const Dataset::State& dataset, std::uint64_t first_row,
                                                        std::uint64_t rows, void* target);

}  // namespace assay::hdf5::detail
