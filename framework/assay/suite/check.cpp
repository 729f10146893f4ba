#include <assay/suite/check.hpp>

namespace assay::suite {

std::string ShapePattern::to_text() const {
  std::string text = "[";
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    text += i == 0 ? "" : ", ";
    text += dimensions[i] ? std::to_string(*dimensions[i]) : "*";
  }
  return text + "]";
}

}  // namespace assay::suite
