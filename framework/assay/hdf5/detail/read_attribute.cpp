#include <assay/hdf5/detail/id.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/read_attribute.hpp>
#include <assay/hdf5/detail/stored_type.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace assay::hdf5::detail {
namespace {

/// Built in place: g++ 12 warns about what it takes for uninitialised parts of a moved variant.
template <typename Value>
std::optional<base::Scalar> scalar(Value value) {
  return std::optional<base::Scalar>(std::in_place, std::in_place_type<Value>, std::move(value));
}

constexpr std::size_t kMostTextBytes = std::size_t{1} << 20U;

std::optional<base::Scalar> read_text(hid_t attribute, hid_t type, const StoredType& stored) {
  if (stored.type.variable) {
    const Id memory(H5Tcopy(type));
    char* text = nullptr;
    if (!memory || H5Aread(attribute, memory.get(), &text) < 0) {
      return std::nullopt;
    }
    std::string value = text == nullptr ? "" : text;
    H5free_memory(text);
    return scalar(std::move(value));
  }
  if (stored.type.size > kMostTextBytes) {
    return std::nullopt;
  }
  std::vector<std::byte> bytes(stored.type.size);
  if (H5Aread(attribute, type, bytes.data()) < 0) {
    return std::nullopt;
  }
  std::vector<std::byte> decoded(stored.type.size);
  stored.layout.decode(bytes.data(), decoded.data(), 1);
  while (!decoded.empty() && decoded.back() == std::byte{0}) {
    decoded.pop_back();
  }
  return scalar(std::string(reinterpret_cast<const char*>(decoded.data()), decoded.size()));
}

template <typename Value>
std::optional<base::Scalar> read_number(hid_t attribute, hid_t memory_type) {
  Value value{};
  if (H5Aread(attribute, memory_type, &value) < 0) {
    return std::nullopt;
  }
  return scalar(value);
}

/// Enums are read in their base type: HDF5 does not convert them to plain integers.
std::optional<base::Scalar> read_enum(hid_t attribute, hid_t type, const StoredType& stored) {
  std::vector<std::byte> bytes(8);
  std::vector<std::byte> decoded(8);
  if (stored.layout.stored_size > bytes.size() || H5Aread(attribute, type, bytes.data()) < 0) {
    return std::nullopt;
  }
  stored.layout.decode(bytes.data(), decoded.data(), 1);
  if (stored.type.kind == ElementKind::kBoolean) {
    return scalar(decoded[0] != std::byte{0});
  }
  const Id base_type(H5Tget_super(type));
  const bool is_signed = stored.type.is_signed;
  std::int64_t value = 0;
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::byte*>(&value));
  if (!base_type || H5Tconvert(base_type.get(), is_signed ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64, 1, &value, nullptr,
                               H5P_DEFAULT) < 0) {
    return std::nullopt;
  }
  return is_signed ? scalar(value) : scalar(static_cast<std::uint64_t>(value));
}

}  // namespace

std::optional<base::Scalar> read_attribute(hid_t object, const std::string& name) {
  prepare_library();
  if (H5Aexists(object, name.c_str()) <= 0) {
    return std::nullopt;
  }
  const Id attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT));
  const Id type(attribute ? H5Aget_type(attribute.get()) : H5I_INVALID_HID);
  const Id space(attribute ? H5Aget_space(attribute.get()) : H5I_INVALID_HID);
  if (!type || !space || H5Sget_simple_extent_type(space.get()) == H5S_NULL ||
      H5Sget_simple_extent_npoints(space.get()) != 1) {
    return std::nullopt;
  }
  const StoredType stored = describe_type(type.get());
  if (!stored.type.unreadable.empty() || !stored.shape.empty()) {
    return std::nullopt;
  }
  switch (stored.type.kind) {
    case ElementKind::kString:
      return read_text(attribute.get(), type.get(), stored);
    case ElementKind::kInteger:
      return stored.type.is_signed ? read_number<std::int64_t>(attribute.get(), H5T_NATIVE_INT64)
                                   : read_number<std::uint64_t>(attribute.get(), H5T_NATIVE_UINT64);
    case ElementKind::kFloat:
      return read_number<double>(attribute.get(), H5T_NATIVE_DOUBLE);
    case ElementKind::kBoolean:
    case ElementKind::kEnum:
      return read_enum(attribute.get(), type.get(), stored);
    case ElementKind::kCompound:
    case ElementKind::kVariable:
    case ElementKind::kOther:
      break;
  }
  return std::nullopt;
}

}  // namespace assay::hdf5::detail
