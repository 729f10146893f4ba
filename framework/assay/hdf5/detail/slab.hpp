#pragma once

#include <assay/hdf5/detail/buffer_pool.hpp>
#include <assay/hdf5/detail/row_readers.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace assay::hdf5::detail {

/// What undoing chunks needs, without HDF5.
struct ChunkDecoding {
  explicit ChunkDecoding(const Dataset::State& dataset)
      : format(dataset.format),
        grid(*dataset.grid),
        filters(dataset.filters),
        partial_chunks_unfiltered(dataset.partial_chunks_unfiltered) {}

  std::shared_ptr<const RowFormat> format;
  ChunkGrid grid;
  FilterPipeline filters;
  bool partial_chunks_unfiltered = false;
  BufferPool pool;
};

/// One row of chunks as it lies in the file, read on one thread and decoded on others.
class Slab {
 public:
  /// Reads all chunks of the slab that begins at `first_row`. Calls HDF5.
  [[nodiscard]] static tl::expected<std::shared_ptr<Slab>, Problem> read(const Dataset::State& dataset,
                                                                         std::shared_ptr<ChunkDecoding> decoding,
                                                                         std::uint64_t first_row);
  ~Slab();
  Slab(const Slab&) = delete;
  Slab& operator=(const Slab&) = delete;

  [[nodiscard]] std::uint64_t first_row() const noexcept { return first_row_; }
  [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }

  /// Decodes the whole slab into memory for its rows. From one thread.
  [[nodiscard]] tl::expected<void, Problem> decode(std::byte* target) const;
  /// Decodes once and keeps the result, then copies some of its rows. From any threads at once.
  [[nodiscard]] tl::expected<void, Problem> copy_rows(std::uint64_t skip, std::uint64_t rows, std::byte* target);
  /// Marks what of these rows was never written in a block, whose row `block_row` is the first of them.
  void mark_unwritten(std::uint64_t skip, std::uint64_t rows, std::uint64_t block_row, Block& block) const;

 private:
  struct Chunk {
    std::uint64_t tile = 0;
    std::size_t offset = 0;
    std::size_t size = 0;
    std::uint32_t skipped_filters = 0;
  };
  Slab(std::shared_ptr<ChunkDecoding> decoding, std::uint64_t first_row);
  [[nodiscard]] std::optional<std::string> add_chunk(const Dataset::State& dataset, std::uint64_t tile,
                                                     const std::vector<std::uint64_t>& origin, std::uint64_t size);

  std::shared_ptr<ChunkDecoding> decoding_;
  std::uint64_t first_row_;
  std::uint64_t rows_;
  std::vector<std::byte> bytes_;  ///< of all chunks, one behind the other, and perhaps more
  std::size_t used_ = 0;          ///< bytes of chunks in `bytes_`
  std::vector<Chunk> chunks_;
  std::vector<std::uint64_t> absent_;  ///< tiles that were never written

  std::once_flag decoded_once_;
  std::vector<std::byte> decoded_;
  std::optional<Problem> problem_;
};

}  // namespace assay::hdf5::detail
