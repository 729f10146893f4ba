#include <assay/examples/content_id.hpp>

#include <bit>
#include <string>

namespace assay::examples {

// Blocks hold native order; the id is over little-endian bytes.
static_assert(std::endian::native == std::endian::little);

void ContentId::add_input(const hdf5::ElementType& type, std::span<const std::uint64_t> shape,
                          std::span<const std::byte> bytes) {
  std::string head = type.name() + '\0';
  for (std::size_t i = 0; i < shape.size(); ++i) {
    head += (i == 0 ? "" : ",") + std::to_string(shape[i]);
  }
  head += '\0';
  sha256_.add(head);
  sha256_.add(bytes);
}

}  // namespace assay::examples
