#include <assay/hdf5/detail/checked.hpp>
#include <assay/hdf5/detail/row_readers.hpp>
#include <assay/hdf5/detail/virtual_sources.hpp>

namespace assay::hdf5::detail {

ReaderResult choose_reader(const DatasetPointer& dataset) {
  const RowFormat& format = *dataset->format;
  const bool is_sequence = dataset->type.kind == ElementKind::kVariable;
  if (!dataset->type.unreadable.empty() && !is_sequence) {
    return tl::unexpected(format.origin.unreadable(dataset->type.unreadable));
  }
  if (!dataset->obstacle.empty()) {
    return tl::unexpected(format.origin.unreadable(dataset->obstacle));
  }
  if (dataset->storage == StorageKind::kVirtual) {
    const Id file(H5Iget_file_id(dataset->dataset.get()));
    if (const auto missing = missing_virtual_source(file.get(), dataset->creation.get(), dataset->home)) {
      return tl::unexpected(format.origin.unreadable(*missing));
    }
  }
  if (dataset->storage == StorageKind::kExternal) {
    const auto elements = checked_product(dataset->stored_shape);
    const auto bytes = elements ? checked_product(*elements, H5Tget_size(dataset->memory_type.get())) : std::nullopt;
    const auto missing = bytes ? missing_external_data(dataset->creation.get(), dataset->home, *bytes)
                               : std::optional<std::string>("its shape claims more bytes than can be counted");
    if (missing) {
      return tl::unexpected(format.origin.unreadable(*missing));
    }
  }
  if (is_sequence || (format.is_text && format.text_size == 0)) {
    return variable_reader(dataset);
  }
  if (dataset->fixed_size && dataset->storage == StorageKind::kContiguous) {
    return contiguous_reader(dataset);
  }
  return fits_chunk_reader(*dataset) ? chunk_reader(dataset) : library_reader(dataset);
}

}  // namespace assay::hdf5::detail
