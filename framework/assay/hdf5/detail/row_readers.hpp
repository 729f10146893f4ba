#pragma once

#include <assay/hdf5/detail/dataset_state.hpp>
#include <assay/hdf5/detail/row_format.hpp>

#include <memory>

namespace assay::hdf5::detail {

/// What a reader keeps of its dataset.
using DatasetPointer = std::shared_ptr<const Dataset::State>;
using ReaderResult = tl::expected<std::unique_ptr<RowReader>, Problem>;

/// Contiguous raw data, by `pread` on the decoding thread; fill values where nothing was ever written.
[[nodiscard]] ReaderResult contiguous_reader(const DatasetPointer& dataset);
/// Chunks by their coordinates, filters undone on the decoding thread. For own pipelines whose slabs
/// `fits_chunk_reader`.
[[nodiscard]] ReaderResult chunk_reader(const DatasetPointer& dataset);
[[nodiscard]] bool fits_chunk_reader(const Dataset::State& dataset);
/// H5Dread of the rows: any layout and any filter that HDF5 has, fixed-size elements.
[[nodiscard]] ReaderResult library_reader(const DatasetPointer& dataset);
/// H5Dread of texts and sequences of variable length.
[[nodiscard]] ReaderResult variable_reader(const DatasetPointer& dataset);

/// The reader for a dataset, after all that can be known without reading was checked.
[[nodiscard]] ReaderResult choose_reader(const DatasetPointer& dataset);

}  // namespace assay::hdf5::detail
