#pragma once

#include <assay/hdf5/detail/dataset_state.hpp>

#include <cstdint>

namespace assay::hdf5::detail {

/// H5Dread of whole rows in the dataset's memory type. At least one element; `target` has room for them.
[[nodiscard]] tl::expected<void, Problem> read_rows(const Dataset::State& dataset, std::uint64_t first_row,
                                                    std::uint64_t rows, void* target);

}  // namespace assay::hdf5::detail
