#include <assay/base/utf8.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/stored_type.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace assay::hdf5::detail {
namespace {

constexpr std::size_t kMostNamesShown = 20;

using Found = tl::expected<MemberType, std::string>;

Found find(hid_t type, std::string_view path);

std::string member_name(hid_t compound, unsigned index) {
  const std::unique_ptr<char, herr_t (*)(void*)> name(H5Tget_member_name(compound, index), H5free_memory);
  return name == nullptr ? std::string() : std::string(name.get());
}

std::string member_names(hid_t compound) {
  const int count = H5Tget_nmembers(compound);
  std::string text;
  for (unsigned i = 0; i < static_cast<unsigned>(std::max(count, 0)); ++i) {
    if (i == kMostNamesShown) {
      return text + ", ...";
    }
    text += (i == 0 ? "" : ", ") + base::to_printable(member_name(compound, i));
  }
  return text;
}

Found leaf(hid_t type) {
  MemberType result;
  result.stored = describe_type(type);
  result.packed = result.stored.layout;
  result.memory = Id(H5Tcopy(type));
  if (!result.memory) {
    return tl::unexpected("the member's type cannot be read: " + error_text());
  }
  return result;
}

Found through_member(hid_t compound, unsigned index, std::string_view rest) {
  const Id type(H5Tget_member_type(compound, index));
  if (!type) {
    return tl::unexpected("the member's type cannot be read: " + error_text());
  }
  Found found = rest.empty() ? leaf(type.get()) : find(type.get(), rest);
  if (!found) {
    return found;
  }
  const std::size_t size = H5Tget_size(compound);
  const std::size_t offset = H5Tget_member_offset(compound, index);
  if (offset > size || found->stored.layout.stored_size > size - offset) {
    return tl::unexpected(std::string("members of the compound type lie outside of it"));
  }
  Layout layout{
      .step = Layout::Step::kCompound, .stored_size = size, .decoded_size = found->stored.layout.decoded_size};
  layout.fields.push_back({offset, 0, std::move(found->stored.layout)});
  found->stored.layout = std::move(layout);
  Id memory(H5Tcreate(H5T_COMPOUND, H5Tget_size(found->memory.get())));
  if (!memory || H5Tinsert(memory.get(), member_name(compound, index).c_str(), 0, found->memory.get()) < 0) {
    return tl::unexpected("the member's type cannot be made: " + error_text());
  }
  found->memory = std::move(memory);
  return found;
}

Found through_array(hid_t array, std::string_view path) {
  // Arrays only add dimensions; describing the whole array checks them against its size.
  const StoredType whole = describe_type(array);
  const Id base(H5Tget_super(array));
  const int rank = H5Tget_array_ndims(array);
  if (!base || rank <= 0 || whole.shape.empty()) {
    return tl::unexpected(std::string("the array type cannot be read"));
  }
  std::vector<hsize_t> shape(static_cast<std::size_t>(rank));
  if (H5Tget_array_dims2(array, shape.data()) < 0) {
    return tl::unexpected(std::string("the array type cannot be read"));
  }
  Found found = find(base.get(), path);
  if (!found) {
    return found;
  }
  std::uint64_t count = 1;
  for (const hsize_t dimension : shape) {
    count *= dimension;
  }
  found->stored.shape.insert(found->stored.shape.begin(), shape.begin(), shape.end());
  found->stored.layout = array_layout(std::move(found->stored.layout), count);
  found->packed = array_layout(std::move(found->packed), count);
  found->memory = Id(H5Tarray_create2(found->memory.get(), static_cast<unsigned>(rank), shape.data()));
  if (!found->memory) {
    return tl::unexpected("the member's type cannot be made: " + error_text());
  }
  return found;
}

Found find(hid_t type, std::string_view path) {
  const H5T_class_t type_class = H5Tget_class(type);
  if (type_class == H5T_ARRAY) {
    return through_array(type, path);
  }
  if (type_class != H5T_COMPOUND) {
    return tl::unexpected(fmt::format("is of type {}, not compound, so it has no member {}",
                                      describe_type(type).type.name(), base::to_printable(path)));
  }
  std::optional<std::string> deeper;
  for (std::size_t end = path.size(); end != std::string_view::npos && end > 0; end = path.rfind('.', end - 1)) {
    const int index = H5Tget_member_index(type, std::string(path.substr(0, end)).c_str());
    if (index < 0) {
      continue;
    }
    Found found = through_member(type, static_cast<unsigned>(index),
                                 end == path.size() ? std::string_view() : path.substr(end + 1));
    if (found) {
      return found;
    }
    if (!deeper) {
      deeper = std::move(found.error());
    }
  }
  return tl::unexpected(
      deeper ? *std::move(deeper)
             : fmt::format("has no member {}; its members are: {}", base::to_printable(path), member_names(type)));
}

}  // namespace

tl::expected<MemberType, std::string> find_member(hid_t compound, std::string_view path) {
  return find(compound, path);
}

}  // namespace assay::hdf5::detail
