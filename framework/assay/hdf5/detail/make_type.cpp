#include <assay/base/error.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/make_type.hpp>

#include <variant>

namespace assay::hdf5::detail {
namespace {

hid_t integer_type(std::size_t size, bool is_signed) {
  switch (size) {
    case 1:
      return is_signed ? H5T_STD_I8LE : H5T_STD_U8LE;
    case 2:
      return is_signed ? H5T_STD_I16LE : H5T_STD_U16LE;
    case 4:
      return is_signed ? H5T_STD_I32LE : H5T_STD_U32LE;
    case 8:
      return is_signed ? H5T_STD_I64LE : H5T_STD_U64LE;
    default:
      throw base::InternalError("integers of " + std::to_string(size) + " bytes cannot be written");
  }
}

Id checked(Id id, bool good) {
  if (!id || !good) {
    throw base::InfrastructureError("the element type cannot be made: " + error_text());
  }
  return id;
}

Id half_type(bool brain_float) {
  Id type(H5Tcopy(H5T_IEEE_F32LE));
  const std::size_t mantissa = brain_float ? 7 : 10;
  const bool good = type && H5Tset_fields(type.get(), 15, mantissa, 15 - mantissa, 0, mantissa) >= 0 &&
                    H5Tset_ebias(type.get(), brain_float ? 127 : 15) >= 0 && H5Tset_precision(type.get(), 16) >= 0 &&
                    H5Tset_size(type.get(), 2) >= 0;
  return checked(std::move(type), good);
}

Id float_type(const ElementType& type) {
  if (type.size == 2) {
    return half_type(type.brain_float);
  }
  if (type.size != 4 && type.size != 8) {
    throw base::InternalError("floats of " + std::to_string(type.size) + " bytes cannot be written");
  }
  return checked(Id(H5Tcopy(type.size == 4 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE)), true);
}

Id enum_type(std::size_t size, bool is_signed, const std::vector<std::pair<std::string, base::Number>>& names) {
  Id type(H5Tenum_create(integer_type(size, is_signed)));
  bool good = static_cast<bool>(type);
  for (const auto& [name, number] : names) {
    // The lowest bytes of a little-endian integer are the narrower integer.
    const std::uint64_t value = std::visit([](auto n) { return static_cast<std::uint64_t>(n); }, number);
    good = good && H5Tenum_insert(type.get(), name.c_str(), &value) >= 0;
  }
  return checked(std::move(type), good);
}

Id text_type(std::size_t size) {
  Id type(H5Tcopy(H5T_C_S1));
  const bool good = type && H5Tset_size(type.get(), size) >= 0 && H5Tset_strpad(type.get(), H5T_STR_NULLPAD) >= 0 &&
                    H5Tset_cset(type.get(), H5T_CSET_UTF8) >= 0;
  return checked(std::move(type), good);
}

}  // namespace

Id make_type(const ElementType& type) {
  prepare_library();
  switch (type.kind) {
    case ElementKind::kInteger:
      return checked(Id(H5Tcopy(integer_type(type.size, type.is_signed))), true);
    case ElementKind::kFloat:
      return float_type(type);
    case ElementKind::kBoolean:
      return enum_type(1, true, {{"FALSE", std::int64_t{0}}, {"TRUE", std::int64_t{1}}});
    case ElementKind::kEnum:
      return enum_type(type.size, type.is_signed, type.names);
    case ElementKind::kString:
      if (!type.variable && type.size > 0) {
        return text_type(type.size);
      }
      break;
    case ElementKind::kCompound:
    case ElementKind::kVariable:
    case ElementKind::kOther:
      break;
  }
  throw base::InternalError("datasets of type " + type.name() + " cannot be written this way");
}

}  // namespace assay::hdf5::detail
