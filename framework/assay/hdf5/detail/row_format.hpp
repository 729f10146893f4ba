#pragma once

#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/detail/layout.hpp>
#include <assay/hdf5/detail/origin.hpp>
#include <assay/hdf5/detail/scratch.hpp>
#include <assay/hdf5/element_type.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::hdf5::detail {

/// What decoding needs to know of a dataset. Holds nothing of HDF5, so that any thread may use it.
struct RowFormat {
  Origin origin;
  bool is_text = false;
  std::size_t text_size = 0;       ///< of fixed-size texts
  Layout layout;                   ///< of one stored element
  std::uint64_t row_elements = 1;  ///< stored elements in a row
  std::uint64_t parts = 1;         ///< decoded elements in a stored one
  std::vector<std::byte> fill;     ///< one stored element, decoded: what was never written reads as; empty: zeros

  [[nodiscard]] std::uint64_t row_bytes() const noexcept { return row_elements * layout.decoded_size; }

  /// Writes the fill value over stored elements `first` to `first + elements` of decoded memory.
  void put_fill(std::byte* decoded, std::uint64_t first, std::uint64_t elements) const noexcept;

  /// Marks stored elements of the block as never written; ranges come in order or are put in order by `finish`.
  void mark_unwritten(Block& block, std::uint64_t first, std::uint64_t elements) const;

  /// Sorts and joins the never-written ranges, and makes the texts of fixed-size text from `bytes`.
  void finish(Block& block) const;
};

/// Rows that were read, to be decoded on any thread.
class PendingRows {
 public:
  PendingRows() = default;
  virtual ~PendingRows() = default;
  PendingRows(const PendingRows&) = delete;
  PendingRows& operator=(const PendingRows&) = delete;

  /// Fills `block`, whose `first_row` and `rows` are set and whose other members are empty (but may have capacity).
  [[nodiscard]] virtual tl::expected<void, Problem> decode(Block& block) const = 0;
};

/// Reads runs of rows in one way. Rows are asked for in rising order, without overlaps. Calls HDF5.
class RowReader {
 public:
  RowReader() = default;
  virtual ~RowReader() = default;
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  [[nodiscard]] virtual tl::expected<std::unique_ptr<PendingRows>, Problem> read(std::uint64_t first_row,
                                                                                 std::uint64_t rows) = 0;
};

}  // namespace assay::hdf5::detail
