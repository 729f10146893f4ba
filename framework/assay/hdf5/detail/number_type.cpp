#include <assay/hdf5/detail/number_type.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

namespace assay::hdf5::detail {
namespace {

/// Where the parts of a binary floating-point number stand, in bits.
struct FloatFields {
  std::size_t size, sign, exponent, exponent_bits, mantissa, mantissa_bits, bias;

  friend bool operator==(const FloatFields&, const FloatFields&) = default;
};

// IEEE 754-2019 section 3.4, and bfloat16 as the upper half of binary32.
constexpr FloatFields kFloat16{2, 15, 10, 5, 0, 10, 15};
constexpr FloatFields kBrainFloat16{2, 15, 7, 8, 0, 7, 127};
constexpr FloatFields kFloat32{4, 31, 23, 8, 0, 23, 127};
constexpr FloatFields kFloat64{8, 63, 52, 11, 0, 52, 1023};

Layout number_layout(std::size_t size, H5T_order_t order) {
  return {.step = order == H5T_ORDER_BE && size > 1 ? Layout::Step::kSwap : Layout::Step::kCopy,
          .stored_size = size,
          .decoded_size = size};
}

bool is_plain_order(H5T_order_t order) { return order == H5T_ORDER_LE || order == H5T_ORDER_BE; }

base::Number number_of(const std::byte* bytes, std::size_t size, bool is_signed) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, size);  // little-endian machines only, as all the house
  if (!is_signed) {
    return value;
  }
  const unsigned unused = static_cast<unsigned>(64 - 8 * size);
  return static_cast<std::int64_t>(value << unused) >> unused;
}

}  // namespace

StoredType describe_integer(hid_t type) {
  const std::size_t size = H5Tget_size(type);
  const std::size_t bits = H5Tget_precision(type);
  const H5T_order_t order = H5Tget_order(type);
  StoredType result;
  result.type = {.kind = ElementKind::kInteger, .size = size, .is_signed = H5Tget_sign(type) == H5T_SGN_2};
  result.layout = number_layout(size, order);
  const bool known_size = size == 1 || size == 2 || size == 4 || size == 8;
  if (!known_size) {
    result.type.unreadable = fmt::format("integers of {} bytes are not read", size);
  } else if (bits != size * 8 || H5Tget_offset(type) != 0) {
    result.type.unreadable = fmt::format("integers of {} bits within {} bytes are not read", bits, size);
    result.type.word = fmt::format("{} of {} bits", result.type.name(), bits);
  } else if (!is_plain_order(order)) {
    result.type.unreadable = "integers of this byte order are not read";
  }
  return result;
}

StoredType describe_float(hid_t type) {
  FloatFields fields{};
  fields.size = H5Tget_size(type);
  const bool described = H5Tget_fields(type, &fields.sign, &fields.exponent, &fields.exponent_bits, &fields.mantissa,
                                       &fields.mantissa_bits) >= 0;
  fields.bias = H5Tget_ebias(type);
  const H5T_order_t order = H5Tget_order(type);
  StoredType result;
  result.type = {.kind = ElementKind::kFloat, .size = fields.size, .is_signed = true};
  result.layout = number_layout(fields.size, order);
  const bool known = described && H5Tget_norm(type) == H5T_NORM_IMPLIED && H5Tget_offset(type) == 0 &&
                     (fields == kFloat16 || fields == kBrainFloat16 || fields == kFloat32 || fields == kFloat64);
  if (fields.size > 8) {
    result.type.unreadable =
        fmt::format("floats of {} bits are wider than float64 and not read exactly", fields.size * 8);
  } else if (!known) {
    result.type.unreadable = fmt::format("floats of {} bytes with {} exponent and {} mantissa bits are not read",
                                         fields.size, fields.exponent_bits, fields.mantissa_bits);
    result.type.word =
        fmt::format("float of {} exponent and {} mantissa bits", fields.exponent_bits, fields.mantissa_bits);
  } else if (!is_plain_order(order)) {
    result.type.unreadable = "floats of this byte order (VAX) are not read";
  }
  result.type.brain_float = known && fields == kBrainFloat16;
  return result;
}

StoredType describe_enum(hid_t type) {
  const Id base(H5Tget_super(type));
  if (!base || H5Tget_class(base.get()) != H5T_INTEGER) {
    StoredType result;
    result.type = {.kind = ElementKind::kEnum, .size = H5Tget_size(type), .unreadable = "enum over no integer"};
    result.layout = number_layout(H5Tget_size(type), H5T_ORDER_LE);
    return result;
  }
  StoredType result = describe_integer(base.get());
  result.type.kind = ElementKind::kEnum;
  result.type.word.clear();
  const int count = H5Tget_nmembers(type);
  if (!result.type.unreadable.empty()) {
    return result;
  }
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<unsigned>(i);
    const std::unique_ptr<char, herr_t (*)(void*)> name(H5Tget_member_name(type, index), H5free_memory);
    std::array<std::byte, 8> stored{};
    std::array<std::byte, 8> value{};
    if (name == nullptr || H5Tget_member_value(type, index, stored.data()) < 0) {
      result.type.unreadable = "a name of the enum cannot be read";
      return result;
    }
    result.layout.decode(stored.data(), value.data(), 1);
    result.type.names.emplace_back(name.get(), number_of(value.data(), result.type.size, result.type.is_signed));
  }
  const auto is = [](const auto& entry, const char* name, std::int64_t number) {
    return entry.first == name && base::compare(entry.second, number) == base::Order::kEqual;
  };
  const auto has = [&](const char* name, std::int64_t number) {
    return std::any_of(result.type.names.begin(), result.type.names.end(),
                       [&](const auto& entry) { return is(entry, name, number); });
  };
  if (result.type.size == 1 && count == 2 && has("FALSE", 0) && has("TRUE", 1)) {
    result.type.kind = ElementKind::kBoolean;
  }
  return result;
}

}  // namespace assay::hdf5::detail
