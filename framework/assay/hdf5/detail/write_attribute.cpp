#include <assay/base/error.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/make_type.hpp>
#include <assay/hdf5/detail/write_attribute.hpp>

#include <variant>

namespace assay::hdf5::detail {
namespace {

bool write(hid_t object, const std::string& name, const Id& type, const void* data) {
  const Id space(H5Screate(H5S_SCALAR));
  const Id creation(H5Pcreate(H5P_ATTRIBUTE_CREATE));
  if (!type || !space || !creation || H5Pset_char_encoding(creation.get(), H5T_CSET_UTF8) < 0) {
    return false;
  }
  const htri_t exists = H5Aexists(object, name.c_str());
  if (exists < 0 || (exists > 0 && H5Adelete(object, name.c_str()) < 0)) {
    return false;
  }
  const Id attribute(H5Acreate2(object, name.c_str(), type.get(), space.get(), creation.get(), H5P_DEFAULT));
  return attribute && H5Awrite(attribute.get(), type.get(), data) >= 0;
}

struct Writer {
  hid_t object;
  const std::string& name;

  bool operator()(std::monostate) const { throw base::InternalError("attribute " + name + " has no value"); }
  bool operator()(bool value) const {
    const auto byte = static_cast<std::int8_t>(value ? 1 : 0);
    return write(object, name, make_type({.kind = ElementKind::kBoolean, .size = 1}), &byte);
  }
  bool operator()(std::int64_t value) const {
    return write(object, name, make_type({.kind = ElementKind::kInteger, .size = 8, .is_signed = true}), &value);
  }
  bool operator()(std::uint64_t value) const {
    return write(object, name, make_type({.kind = ElementKind::kInteger, .size = 8}), &value);
  }
  bool operator()(double value) const {
    return write(object, name, make_type({.kind = ElementKind::kFloat, .size = 8}), &value);
  }
  bool operator()(const std::string& value) const {
    if (value.find('\0') != std::string::npos) {
      throw base::InternalError("attribute " + name + " holds a null character");
    }
    const char* text = value.c_str();
    return write(object, name, variable_text_type(), &text);
  }
};

}  // namespace

bool write_attribute(hid_t object, const std::string& name, const base::Scalar& value) {
  return std::visit(Writer{object, name}, value);
}

Id variable_text_type() {
  Id type(H5Tcopy(H5T_C_S1));
  if (!type || H5Tset_size(type.get(), H5T_VARIABLE) < 0 || H5Tset_cset(type.get(), H5T_CSET_UTF8) < 0) {
    throw base::InfrastructureError("the type of texts cannot be made: " + error_text());
  }
  return type;
}

}  // namespace assay::hdf5::detail
