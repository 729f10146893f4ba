#include <assay/base/place.hpp>

#include <fmt/format.h>

namespace assay::base {

std::string Place::to_text() const { return line == 0 ? file : fmt::format("{}:{}:{}", file, line, column); }

}  // namespace assay::base
