#pragma once

#include <assay/hdf5/dataset.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::hdf5 {

/// Decoded elements of a run of whole rows: native byte order, C order, packed.
struct Block {
  std::uint64_t first_row = 0;
  std::uint64_t rows = 0;
  /// rows * row_elements * type size; members of compounds without gaps, fixed-size texts padded with zeros whatever
  /// their padding in the file; empty for texts and sequences of variable length.
  std::vector<std::byte> bytes;
  std::vector<std::string> texts;      ///< of string datasets: one an element, bytes as in the file without padding
  std::vector<std::uint64_t> lengths;  ///< of sequences of variable length (`vlen`): elements in each
  /// Never-written elements of the block, as half-open ranges of elements counted from the block's first one, sorted
  /// and apart; their bytes hold the fill value, or zero where no fill value is defined.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> unwritten;
};

/// What `BlockSource::next` hands over: read, but not yet decoded, so that decoding can happen on another thread.
class RawBlock {
 public:
  RawBlock();
  ~RawBlock();
  RawBlock(RawBlock&&) noexcept;
  RawBlock& operator=(RawBlock&&) noexcept;

  [[nodiscard]] std::uint64_t first_row() const noexcept;
  [[nodiscard]] std::uint64_t rows() const noexcept;

  /// Undoes filters and byte order. Calls no HDF5; safe from any thread, each raw block from one.
  [[nodiscard]] tl::expected<Block, Problem> decode() const;
  /// The same into a block whose memory is used again.
  [[nodiscard]] tl::expected<void, Problem> decode_into(Block& block) const;

  struct State;
  explicit RawBlock(std::unique_ptr<State> state);

 private:
  std::unique_ptr<State> state_;
};

/// Reads a dataset from first to last row in blocks of whole rows, each chunk once, in bounded memory.
///
/// Blocks are cut at fixed rows (a function of the dataset alone, or of `rows_per_block` when given, so that several
/// datasets of one length can be walked in step). A row larger than `kMostBlockBytes` is a block by itself; one larger
/// than `kMostRowBytes` is a problem. Chunks that span many blocks are decoded once and kept until the last of them;
/// when a row of chunks is beyond 64 MB, HDF5's own cache does that up to 512 MB, and beyond it decodes again.
///
/// Nothing is allocated because a file claims it: sizes are checked against the file first. A sparse dataset may still
/// claim any number of rows; its blocks stay small, but walking them takes as long as reading so much memory.
class BlockSource {
 public:
  /// Largest block that is made of several rows.
  static constexpr std::size_t kMostBlockBytes = std::size_t{4} << 20U;
  static constexpr std::size_t kMostRowBytes = std::size_t{2} << 30U;

  /// @param rows_per_block 0: `natural_rows(dataset)`.
  explicit BlockSource(const Dataset& dataset, std::uint64_t rows_per_block = 0);
  ~BlockSource();
  BlockSource(BlockSource&&) noexcept;
  BlockSource& operator=(BlockSource&&) noexcept;

  /// The block size that reads each chunk once: a multiple of the chunk's rows near 1 MB, or 256 KB where there are no
  /// chunks. At least 1.
  [[nodiscard]] static std::uint64_t natural_rows(const Dataset& dataset);

  /// The next block begins at this row, which is none before the next one. For few rows of many give one row a block;
  /// what lies between is not read.
  void skip_to(std::uint64_t row) noexcept;

  /// None at the end. A type that cannot be read is a problem at the first call, even without rows; of sequences the
  /// lengths are read. Calls HDF5: one thread at a time for the whole process. After a problem the source has ended.
  [[nodiscard]] tl::expected<std::optional<RawBlock>, Problem> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::hdf5
