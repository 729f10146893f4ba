#include <assay/expect/detail/block_elements.hpp>

#include <cstring>
#include <utility>

namespace assay::expect::detail {

std::optional<Trouble> BlockElements::decode(const hdf5::RawBlock& raw, const hdf5::ElementType& type) {
  elements_ = std::monostate{};
  if (const auto decoded = raw.decode_into(block_); !decoded) {
    return Trouble{Trouble::Kind::kUnreadable, decoded.error().message};
  }
  view(type);
  return std::nullopt;
}

void BlockElements::adopt(hdf5::Block&& block, const hdf5::ElementType& type) {
  elements_ = std::monostate{};
  block_ = std::move(block);
  view(type);
}

void BlockElements::select(const BlockElements& from, const Structure& structure, std::uint64_t first_row) {
  elements_ = std::monostate{};
  structure.selection->select(from.block_, first_row, structure.type.size, block_);
  view(structure.type);
}

void BlockElements::view(const hdf5::ElementType& type) {
  if (is_text(type)) {
    elements_ = std::span<const std::string>(block_.texts);
  } else if (type.kind == hdf5::ElementKind::kVariable) {
    elements_ = std::span<const std::uint64_t>(block_.lengths);
  } else if (type.kind == hdf5::ElementKind::kCompound) {
    elements_ = CompoundElements{block_.bytes, &type};
  } else if (type.kind == hdf5::ElementKind::kFloat && type.size == 2) {
    widened_.resize(block_.bytes.size() / 2);
    for (std::size_t i = 0; i < widened_.size(); ++i) {
      std::uint16_t bits = 0;
      std::memcpy(&bits, block_.bytes.data() + 2 * i, sizeof(bits));
      widened_[i] = type.brain_float ? brain_to_float(bits) : half_to_float(bits);
    }
    elements_ = std::span<const float>(widened_);
  } else if (is_number(type)) {
    with_number_type(type, [&]<class T>(std::type_identity<T>) {
      // The allocator aligns memory for every number type, and decoding has put whole elements of T there.
      const auto* first = static_cast<const T*>(static_cast<const void*>(block_.bytes.data()));
      elements_ = std::span<const T>(first, block_.bytes.size() / sizeof(T));
    });
  }
}

}  // namespace assay::expect::detail
