#include <assay/hdf5/element_type.hpp>

namespace assay::hdf5 {

std::string ElementType::name() const {
  if (!word.empty()) {
    return word;
  }
  switch (kind) {
    case ElementKind::kInteger:
      return (is_signed ? "int" : "uint") + std::to_string(size * 8);
    case ElementKind::kFloat:
      return brain_float ? "bfloat16" : "float" + std::to_string(size * 8);
    case ElementKind::kBoolean:
      return "bool";
    case ElementKind::kEnum:
      return "enum";
    case ElementKind::kString:
      return "string";
    case ElementKind::kCompound:
      return "compound";
    case ElementKind::kVariable:
      return "vlen";
    case ElementKind::kOther:
      break;
  }
  return "unknown";
}

}  // namespace assay::hdf5
