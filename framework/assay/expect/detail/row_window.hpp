#pragma once

#include <assay/expect/detail/structure.hpp>
#include <assay/expect/detail/trouble.hpp>
#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/dataset.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace assay::expect::detail {

/// Reads a dataset, or a part of one, from its first to its last row in pieces of any number of rows, wherever its
/// files and blocks are cut. Holds one block. Calls HDF5.
class RowWindow {
 public:
  RowWindow(const Structure& structure, OnRead on_read);

  /// The next rows, decoded; trouble when they cannot be read. There must be so many.
  [[nodiscard]] tl::expected<hdf5::Block, Trouble> take(std::uint64_t rows);

 private:
  [[nodiscard]] std::optional<Trouble> refill();
  void move_rows(std::uint64_t rows, hdf5::Block& to);

  const Structure* structure_;
  OnRead on_read_;
  std::size_t shard_ = 0;  ///< to be opened next
  std::optional<hdf5::Dataset> dataset_;
  std::optional<hdf5::BlockSource> blocks_;
  hdf5::Block read_;  ///< where only a part is wanted: what that is taken from
  hdf5::Block block_;
  std::uint64_t used_ = 0;  ///< rows of it
};

}  // namespace assay::expect::detail
