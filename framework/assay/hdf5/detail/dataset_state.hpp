#pragma once

#include <assay/hdf5/dataset.hpp>
#include <assay/hdf5/detail/chunk_grid.hpp>
#include <assay/hdf5/detail/filter_pipeline.hpp>
#include <assay/hdf5/detail/id.hpp>
#include <assay/hdf5/detail/row_format.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::hdf5 {
namespace detail {

/// A file that is open for reading.
struct OpenFile {
  Id id;
  std::filesystem::path path;
};

/// Where a dataset's elements lie.
enum class StorageKind { kCompact, kContiguous, kChunked, kVirtual, kExternal };

}  // namespace detail

struct Dataset::State : std::enable_shared_from_this<Dataset::State> {
  std::shared_ptr<const detail::OpenFile> file;
  detail::Id dataset;
  std::filesystem::path home;  ///< the file that the dataset lies in: another one behind an external link
  detail::Id creation;         ///< creation property list
  detail::Id memory_type;      ///< what H5Dread reads for `format` to decode

  std::string path;
  ElementType type;
  std::vector<std::uint64_t> shape;
  bool has_space = true;
  std::uint64_t rows = 0;
  std::uint64_t row_elements = 0;
  std::optional<std::vector<std::byte>> fill_value;

  std::shared_ptr<const detail::RowFormat> format;
  /// False where variable-length data stand in the element: the bytes in the file are then not those of `memory_type`.
  bool fixed_size = true;
  std::vector<std::uint64_t> stored_shape;  ///< the dataspace's own
  detail::StorageKind storage = detail::StorageKind::kContiguous;
  std::optional<detail::ChunkGrid> grid;
  detail::FilterPipeline filters;
  bool partial_chunks_unfiltered = false;
  /// Why no element can be read although the structure is known; empty when nothing stands against it.
  std::string obstacle;
};

namespace detail {

/// Opens a dataset by its normal path, or `dataset.member`.
[[nodiscard]] tl::expected<std::shared_ptr<Dataset::State>, Problem> open_dataset(
    const std::shared_ptr<const OpenFile>& file, const std::string& path);

}  // namespace detail
}  // namespace assay::hdf5
