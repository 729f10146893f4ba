#include <assay/base/error.hpp>
#include <assay/examples/detail/elements.hpp>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace assay::examples::detail {
namespace {

template <class Stored, class Target, class Convert>
void append(std::span<const std::byte> bytes, std::vector<Target>& to, Convert convert) {
  const std::size_t count = bytes.size() / sizeof(Stored);
  to.reserve(to.size() + count);
  for (std::size_t i = 0; i < count; ++i) {
    Stored value;
    std::memcpy(&value, bytes.data() + i * sizeof(Stored), sizeof(Stored));
    to.push_back(convert(value));
  }
}

double from_half(std::uint16_t bits) {
  const int exponent = (bits >> 10U) & 0x1F;
  const int fraction = bits & 0x3FF;
  double value = 0;
  if (exponent == 0x1F) {
    value = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else {
    value = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 0x400, exponent - 25);
  }
  return (bits & 0x8000U) != 0 ? -value : value;
}

template <class Stored>
void append_whole(std::span<const std::byte> bytes, std::vector<std::int64_t>& to) {
  append<Stored>(bytes, to, [](Stored value) {
    if constexpr (std::is_same_v<Stored, std::uint64_t>) {
      constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
      return value > static_cast<std::uint64_t>(kMost) ? kMost : static_cast<std::int64_t>(value);
    } else {
      return std::int64_t{value};
    }
  });
}

}  // namespace

bool is_whole(const hdf5::ElementType& type) noexcept {
  using Kind = hdf5::ElementKind;
  return (type.kind == Kind::kInteger || type.kind == Kind::kBoolean || type.kind == Kind::kEnum) &&
         type.unreadable.empty() && (type.size == 1 || type.size == 2 || type.size == 4 || type.size == 8);
}

bool is_floating(const hdf5::ElementType& type) noexcept {
  return type.kind == hdf5::ElementKind::kFloat && type.unreadable.empty() &&
         (type.size == 2 || type.size == 4 || type.size == 8);
}

void append_integers(const hdf5::ElementType& type, std::span<const std::byte> bytes, std::vector<std::int64_t>& to) {
  switch (type.size) {
    case 1:
      return type.is_signed ? append_whole<std::int8_t>(bytes, to) : append_whole<std::uint8_t>(bytes, to);
    case 2:
      return type.is_signed ? append_whole<std::int16_t>(bytes, to) : append_whole<std::uint16_t>(bytes, to);
    case 4:
      return type.is_signed ? append_whole<std::int32_t>(bytes, to) : append_whole<std::uint32_t>(bytes, to);
    case 8:
      return type.is_signed ? append_whole<std::int64_t>(bytes, to) : append_whole<std::uint64_t>(bytes, to);
    default:
      throw base::InternalError("elements of type " + type.name() + " were read as whole numbers");
  }
}

void append_doubles(const hdf5::ElementType& type, std::span<const std::byte> bytes, std::vector<double>& to) {
  switch (type.size) {
    case 2:
      return append<std::uint16_t>(bytes, to, [&](std::uint16_t bits) {
        return type.brain_float ? double{std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U)}
                                : from_half(bits);
      });
    case 4:
      return append<float>(bytes, to, [](float value) { return double{value}; });
    case 8:
      return append<double>(bytes, to, [](double value) { return value; });
    default:
      throw base::InternalError("elements of type " + type.name() + " were read as floating-point numbers");
  }
}

}  // namespace assay::examples::detail
