#pragma once

#include <assay/expect/detail/element.hpp>
#include <assay/expect/detail/missing_test.hpp>
#include <assay/expect/detail/structure.hpp>
#include <assay/expect/detail/trouble.hpp>
#include <assay/hdf5/block_source.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace assay::expect::detail {

/// A decoded block and its elements in the type they are scanned in. Keeps its memory from block to block.
class BlockElements {
 public:
  /// Trouble when the block cannot be decoded.
  [[nodiscard]] std::optional<Trouble> decode(const hdf5::RawBlock& raw, const hdf5::ElementType& type);

  /// Takes a block that is decoded already.
  void adopt(hdf5::Block&& block, const hdf5::ElementType& type);

  /// Takes the part that a structure selects out of a block that is decoded already.
  /// @param first_row place in the stored dataset of that block's first row.
  void select(const BlockElements& from, const Structure& structure, std::uint64_t first_row);

  /// Of the last block; valid until the next one.
  [[nodiscard]] const Elements& elements() const noexcept { return elements_; }
  [[nodiscard]] Ranges unwritten() const noexcept { return block_.unwritten; }

 private:
  void view(const hdf5::ElementType& type);

  hdf5::Block block_;
  std::vector<float> widened_;  ///< of half floats
  Elements elements_;
};

}  // namespace assay::expect::detail
