#include <assay/suite/suite.hpp>

namespace assay::suite {

std::string Suite::full_name(const Case& item) const {
  return name + "." + std::string(to_text(item.kind)) + "." + item.name;
}

}  // namespace assay::suite
