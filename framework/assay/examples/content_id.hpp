#pragma once

#include <assay/base/sha256.hpp>
#include <assay/hdf5/element_type.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::examples {

/// The id of an example, made of its inputs in the order of their names: SHA-256 over, for each, the type's name as in
/// suite files, a zero byte, the shape as decimal numbers with commas, a zero byte, the little-endian bytes in C
/// order. The label is not in it, so that one input under two labels is found.
class ContentId {
 public:
  /// @param shape of one example, without the dimension that counts examples; empty for a single number
  /// @param bytes as hdf5::Block holds them
  void add_input(const hdf5::ElementType& type, std::span<const std::uint64_t> shape, std::span<const std::byte> bytes);
  /// The id; the object starts anew afterwards.
  [[nodiscard]] base::Digest finish() { return sha256_.finish(); }

 private:
  base::Sha256 sha256_;
};

}  // namespace assay::examples
