#include <assay/hdf5/detail/checked.hpp>
#include <assay/hdf5/detail/row_readers.hpp>
#include <assay/hdf5/detail/slab.hpp>

#include <algorithm>

namespace assay::hdf5::detail {
namespace {

// Chunks of one slab are held together; beyond these bounds HDF5's own cache takes over.
constexpr std::uint64_t kMostSlabBytes = std::uint64_t{64} << 20U;
constexpr std::uint64_t kMostTiles = std::uint64_t{1} << 16U;

/// Rows of one slab within a block.
struct Part {
  std::shared_ptr<Slab> slab;
  std::uint64_t skip = 0;  ///< rows of the slab before the block
  std::uint64_t rows = 0;
  std::uint64_t block_row = 0;
};

class ChunkRows final : public PendingRows {
 public:
  ChunkRows(std::shared_ptr<const RowFormat> format, std::vector<Part> parts)
      : format_(std::move(format)), parts_(std::move(parts)) {}

  [[nodiscard]] tl::expected<void, Problem> decode(Block& block) const override {
    const std::size_t row_bytes = format_->row_bytes();
    block.bytes.resize(block.rows * row_bytes);
    for (const Part& part : parts_) {
      std::byte* target = block.bytes.data() + part.block_row * row_bytes;
      // A slab that lies wholly in this block is needed by no other.
      auto done = part.rows == part.slab->rows() ? part.slab->decode(target)
                                                 : part.slab->copy_rows(part.skip, part.rows, target);
      if (!done) {
        return done;
      }
      part.slab->mark_unwritten(part.skip, part.rows, part.block_row, block);
    }
    format_->finish(block);
    return {};
  }

 private:
  std::shared_ptr<const RowFormat> format_;
  std::vector<Part> parts_;
};

class ChunkReader final : public RowReader {
 public:
  explicit ChunkReader(DatasetPointer dataset)
      : dataset_(std::move(dataset)), decoding_(std::make_shared<ChunkDecoding>(*dataset_)) {}

  [[nodiscard]] tl::expected<std::unique_ptr<PendingRows>, Problem> read(std::uint64_t first_row,
                                                                         std::uint64_t rows) override {
    std::vector<Part> parts;
    for (std::uint64_t row = first_row; row < first_row + rows;) {
      const std::uint64_t slab_row = row - row % decoding_->grid.slab_rows();
      if (last_ == nullptr || last_->first_row() != slab_row) {
        auto slab = Slab::read(*dataset_, decoding_, slab_row);
        if (!slab) {
          return tl::unexpected(std::move(slab.error()));
        }
        last_ = *std::move(slab);
      }
      const std::uint64_t skip = row - slab_row;
      const std::uint64_t count = std::min(last_->rows() - skip, first_row + rows - row);
      parts.push_back({last_, skip, count, row - first_row});
      row += count;
      if (skip + count == last_->rows()) {
        last_.reset();
      }
    }
    return std::make_unique<ChunkRows>(dataset_->format, std::move(parts));
  }

 private:
  DatasetPointer dataset_;
  std::shared_ptr<ChunkDecoding> decoding_;
  std::shared_ptr<Slab> last_;
};

}  // namespace

bool fits_chunk_reader(const Dataset::State& dataset) {
  if (!dataset.grid || !dataset.fixed_size || !dataset.filters.is_own()) {
    return false;
  }
  const ChunkGrid& grid = *dataset.grid;
  const auto elements = checked_product(grid.chunk_elements(), std::max<std::uint64_t>(grid.tiles(), 1));
  const auto bytes = elements ? checked_product(*elements, dataset.format->layout.stored_size) : std::nullopt;
  return bytes && *bytes <= kMostSlabBytes && grid.tiles() <= kMostTiles;
}

ReaderResult chunk_reader(const DatasetPointer& dataset) { return std::make_unique<ChunkReader>(dataset); }

}  // namespace assay::hdf5::detail
