#include <assay/base/utf8.hpp>
#include <assay/hdf5/detail/checked.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/number_type.hpp>
#include <assay/hdf5/detail/stored_type.hpp>

#include <fmt/format.h>

#include <memory>

namespace assay::hdf5::detail {
namespace {

constexpr int kMostDepth = 32;

StoredType describe(hid_t type, int depth);

StoredType undescribed(hid_t type, std::string word, std::string reason) {
  const std::size_t size = H5Tget_size(type);
  StoredType result;
  result.type = {.kind = ElementKind::kOther, .size = size, .unreadable = std::move(reason), .word = std::move(word)};
  result.layout = {.stored_size = size, .decoded_size = size};
  return result;
}

StoredType not_read(hid_t type, const std::string& word) {
  return undescribed(type, word, fmt::format("elements of type {} are not read", word));
}

StoredType describe_text(hid_t type) {
  StoredType result;
  result.type.kind = ElementKind::kString;
  result.layout.step = Layout::Step::kText;
  const htri_t variable = H5Tis_variable_str(type);
  const H5T_str_t padding = H5Tget_strpad(type);
  const std::size_t size = H5Tget_size(type);
  if (variable > 0) {
    result.type.variable = true;
    result.holds_variable_data = true;
    result.layout = {.stored_size = size, .decoded_size = size};
    return result;
  }
  result.type.size = size;
  result.layout.stored_size = size;
  result.layout.decoded_size = size;
  if (padding == H5T_STR_NULLTERM) {
    result.layout.padding = TextPadding::kNullTerminated;
  } else if (padding == H5T_STR_SPACEPAD) {
    result.layout.padding = TextPadding::kSpacePadded;
  } else if (padding != H5T_STR_NULLPAD) {
    result.type.unreadable = "text with an unknown kind of padding is not read";
  }
  if (variable < 0) {
    result.type.unreadable = "the kind of text cannot be read";
  }
  return result;
}

StoredType describe_array(hid_t type, int depth) {
  const Id base(H5Tget_super(type));
  const int rank = H5Tget_array_ndims(type);
  if (!base || rank <= 0) {
    return undescribed(type, "array", "the array type cannot be read");
  }
  std::vector<hsize_t> shape(static_cast<std::size_t>(rank));
  if (H5Tget_array_dims2(type, shape.data()) < 0) {
    return undescribed(type, "array", "the array type cannot be read");
  }
  StoredType result = describe(base.get(), depth + 1);
  const std::vector<std::uint64_t> dimensions(shape.begin(), shape.end());
  const auto count = checked_product(dimensions);
  const auto bytes = count ? checked_product(*count, result.layout.stored_size) : std::nullopt;
  if (!bytes || *bytes != H5Tget_size(type)) {
    return undescribed(type, "array", "the dimensions of the array type do not fit its size");
  }
  result.shape.insert(result.shape.begin(), dimensions.begin(), dimensions.end());
  result.layout = array_layout(std::move(result.layout), *count);
  return result;
}

StoredType describe_compound(hid_t type, int depth) {
  const std::size_t size = H5Tget_size(type);
  const int count = H5Tget_nmembers(type);
  StoredType result;
  result.type.kind = ElementKind::kCompound;
  result.layout.step = Layout::Step::kCompound;
  result.layout.stored_size = size;
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<unsigned>(i);
    const std::unique_ptr<char, herr_t (*)(void*)> name(H5Tget_member_name(type, index), H5free_memory);
    const Id member_type(H5Tget_member_type(type, index));
    if (name == nullptr || !member_type) {
      return undescribed(type, "compound", "a member of the compound type cannot be read");
    }
    StoredType member = describe(member_type.get(), depth + 1);
    const std::size_t offset = H5Tget_member_offset(type, index);
    const std::size_t used = result.type.size;
    if (offset > size || member.layout.stored_size > size - offset || member.layout.decoded_size > size - used) {
      return undescribed(type, "compound", "members of the compound type overlap or lie outside of it");
    }
    const std::string shown = base::to_printable(name.get());
    if (result.type.unreadable.empty() && member.holds_variable_data) {
      result.type.unreadable = fmt::format("member {} has a variable length, so whole elements are not read", shown);
    } else if (result.type.unreadable.empty() && !member.type.unreadable.empty()) {
      result.type.unreadable = fmt::format("member {}: {}", shown, member.type.unreadable);
    }
    result.holds_variable_data = result.holds_variable_data || member.holds_variable_data;
    result.type.size += member.layout.decoded_size;
    result.type.members.push_back({name.get(), used, std::move(member.type), std::move(member.shape)});
    result.layout.fields.push_back({offset, used, std::move(member.layout)});
  }
  result.layout.decoded_size = result.type.size;
  return result;
}

StoredType describe_sequence(hid_t type) {
  StoredType result =
      undescribed(type, "", "elements are sequences of variable length, of which only the length is read");
  result.type.kind = ElementKind::kVariable;
  result.type.size = 0;
  result.holds_variable_data = true;
  return result;
}

StoredType describe(hid_t type, int depth) {
  if (depth > kMostDepth) {
    return undescribed(type, "unknown", fmt::format("types nested deeper than {} are not read", kMostDepth));
  }
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return describe_integer(type);
    case H5T_FLOAT:
      return describe_float(type);
    case H5T_ENUM:
      return describe_enum(type);
    case H5T_STRING:
      return describe_text(type);
    case H5T_ARRAY:
      return describe_array(type, depth);
    case H5T_COMPOUND:
      return describe_compound(type, depth);
    case H5T_VLEN:
      return describe_sequence(type);
    case H5T_REFERENCE:
      return not_read(type, "reference");
    case H5T_OPAQUE:
      return not_read(type, "opaque");
    case H5T_BITFIELD:
      return not_read(type, "bitfield");
    case H5T_TIME:
      return not_read(type, "time");
    case H5T_NO_CLASS:
    case H5T_NCLASSES:
      break;
  }
  return undescribed(type, "unknown", "the type cannot be read: " + error_text());
}

}  // namespace

std::uint64_t StoredType::parts() const noexcept { return checked_product(shape).value_or(0); }

StoredType describe_type(hid_t type) { return describe(type, 0); }

}  // namespace assay::hdf5::detail
