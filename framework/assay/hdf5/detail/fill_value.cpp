#include <assay/hdf5/detail/fill_value.hpp>
#include <assay/hdf5/detail/id.hpp>
#include <assay/hdf5/detail/library.hpp>

#include <cstring>

namespace assay::hdf5::detail {
namespace {

/// The one element that all parts of a stored element are; none when they differ.
std::optional<std::vector<std::byte>> common_part(const std::vector<std::byte>& stored, std::size_t size) {
  if (size == 0 || stored.size() < size) {
    return std::nullopt;
  }
  for (std::size_t at = size; at < stored.size(); at += size) {
    if (std::memcmp(stored.data(), stored.data() + at, size) != 0) {
      return std::nullopt;
    }
  }
  return std::vector<std::byte>(stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(size));
}

tl::expected<FillValue, std::string> read_variable_text(hid_t creation, hid_t memory_type) {
  char* text = nullptr;
  if (H5Pget_fill_value(creation, memory_type, &text) < 0) {
    return tl::unexpected("its fill value cannot be read: " + error_text());
  }
  FillValue value{.element = std::vector<std::byte>(), .stored_element = {}};
  if (text != nullptr) {
    value.element->resize(std::strlen(text));
    std::memcpy(value.element->data(), text, value.element->size());
    H5free_memory(text);
  }
  return value;
}

}  // namespace

tl::expected<FillValue, std::string> read_fill_value(hid_t creation, hid_t memory_type, const RowFormat& format,
                                                     const ElementType& type) {
  H5D_fill_value_t defined = H5D_FILL_VALUE_ERROR;
  H5D_fill_time_t time = H5D_FILL_TIME_ERROR;
  if (H5Pfill_value_defined(creation, &defined) < 0 || H5Pget_fill_time(creation, &time) < 0) {
    return tl::unexpected("its fill value cannot be read: " + error_text());
  }
  if (defined == H5D_FILL_VALUE_UNDEFINED || time == H5D_FILL_TIME_NEVER) {
    return FillValue{};
  }
  if (defined != H5D_FILL_VALUE_USER_DEFINED) {
    return FillValue{.element = std::vector<std::byte>(type.size), .stored_element = {}};
  }
  if (type.variable) {
    return format.parts == 1 ? read_variable_text(creation, memory_type) : FillValue{};
  }
  std::vector<std::byte> stored(std::max(format.layout.stored_size, H5Tget_size(memory_type)));
  if (H5Pget_fill_value(creation, memory_type, stored.data()) < 0) {
    return tl::unexpected("its fill value cannot be read: " + error_text());
  }
  FillValue value;
  value.stored_element.resize(format.layout.decoded_size);
  format.layout.decode(stored.data(), value.stored_element.data(), 1);
  value.element = common_part(value.stored_element, type.size);
  return value;
}

}  // namespace assay::hdf5::detail
